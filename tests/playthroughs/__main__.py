"""Write the playthroughs again, after an intended change of the rules: ``python tests/playthroughs``."""

from playthrough import FOLDER, SPECS, playthrough

for name, spec in SPECS.items():
    (FOLDER / f"{name}.txt").write_text(playthrough(spec), encoding="utf-8")
