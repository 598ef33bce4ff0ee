"""Write the playthroughs anew, after a change of the rules that is meant: ``python tests/playthroughs``."""

from playthrough import FOLDER, SPECS, playthrough

for name, spec in SPECS.items():
    (FOLDER / f"{name}.txt").write_text(playthrough(spec), encoding="utf-8")
