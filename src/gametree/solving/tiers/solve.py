"""Solving tier by tier on disk: for games with ``tier`` that are larger than the memory, and solves that may be killed.

Going down, the states of each tier are found and written; coming back up, they are labelled, from the ends on. At any
time only one tier is in memory, and the states that its moves lead to. The work is divided into tasks over files
(``tasks.py``), in the folder ``OUT.work``; a finished task stays finished. So after a kill or a full disk the same
command continues the solve, and ends with the same checksum; damaged files are made again. When all is done the folder
gets a manifest and its name, ``OUT``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from gametree.compile import NotCompiledError, row_of, words_of
from gametree.errors import GameError
from gametree.files import aside, remove
from gametree.game import CHANCE, AnyGame, provides
from gametree.solving.database import Database, check_place, describe, find
from gametree.solving.label import Coding, Label
from gametree.solving.manifest import MANIFEST, write_manifest
from gametree.solving.solution import Solution, Tier
from gametree.solving.tiers.tasks import AGAIN, Place, explore_tier, label_tier
from gametree.solving.work import held, work_of
from gametree.solving.worths import middle, refuse_unsound, several_worths
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.solving.task import Task


def solve_tiers(game: AnyGame, start: Any, task: Task) -> Solution:
    """Solve a game that has ``tier``, from a position, and write the database to ``task.out``.

    >>> import tempfile
    >>> from gametree import load
    >>> from gametree.solving.task import Task
    >>> game = load("connect4:4,3")
    >>> answer = solve_tiers(game, game.initial(), Task(out=Path(tempfile.mkdtemp()) / "database"))
    >>> answer.value, answer.positions, answer.classes
    (0.0, 12031, 6027)
    """
    if task.out is None:
        raise GameError(f"{title(game)}: solving by tiers needs a folder for the database (out)")
    if not provides(game, "tier"):
        raise GameError(f"{title(game)} has no tiers: define tier(s), a number that never rises along a move")
    if game.players != 2 or game.player(start) == CHANCE:
        raise GameError(f"{title(game)}: labels are for two players without chance")
    refuse_unsound(game)
    out = Path(task.out)
    if (done := _finished(out, game, start)) is not None:
        return done.solution()
    check_place(out)
    try:
        place = Place(work_of(out), game, start)
    except NotCompiledError as error:
        raise GameError(f"{title(game)}: its positions cannot be kept in files: {error}") from None
    with held(place.folder, game, start, "tiers"):
        if not _described(place):
            place.drop_damaged(task)
            coding = _on_cluster(place, task) if task.cluster is not None else _here(place, task)
            _describe(place, coding, task)
        return _publish(place, out)


def _here(place: Place, task: Task) -> Coding:
    """All tasks, one after the other."""
    while (tier := next_down(place)) is not None:
        explore_tier(place, tier, task)
    coding = coding_of(place)
    while tiers := ready_up(place):
        label_tier(place, tiers[0], coding, task)
    return coding


def _on_cluster(place: Place, task: Task) -> Coding:
    """All tasks, on the workers of a cluster."""
    from gametree.solving.tiers.spread import Spread

    spread = Spread(place, task, task.cluster)
    spread.explore(next_down)
    coding = coding_of(place)
    spread.label(ready_up, coding)
    return coding


def next_down(place: Place) -> int | None:
    """The next tier to explore: the highest one that is reached and not explored; None if all are explored."""
    done = place.records("down")
    reached = {int(place.game.tier(place.start)), *(out["tier"] for record in done.values() for out in record["out"])}
    return max(reached - set(done), default=None)


def ready_up(place: Place) -> list[int]:
    """The tiers that can be labelled now, the lowest first: the tiers that they lead to are labelled. Several may be
    labelled at the same time."""
    done = set(place.records("up"))
    waiting = {tier: record for tier, record in place.records("down").items() if tier not in done}
    return sorted(tier for tier, record in waiting.items() if all(out["tier"] in done for out in record["out"]))


def coding_of(place: Place) -> Coding:
    """The coding of labels: the payoffs of all tiers, and the value of endless play, in rising order."""
    records = place.records("down").values()
    worths = sorted({worth for record in records for worth in record["cycles"]})
    if len(worths) > 1:
        raise several_worths(place.game, *worths[:2])
    endless = worths[0] if worths else middle(place.game)
    return Coding(tuple(sorted({endless, *(payoff for record in records for payoff in record["payoffs"])})), endless)


def _finished(out: Path, game: AnyGame, start: Any) -> Database | None:
    """The database, if this solve is finished already and nothing has been damaged since."""
    try:
        found = Database(out, game)
        found.verify()
    except GameError:
        return None
    return found if tuple(found.manifest["start"]) == words_of(start) else None


def _described(place: Place) -> bool:
    """Is everything done except the renaming? An invalid manifest is removed, and the work is checked instead."""
    if not (place.folder / MANIFEST).exists():
        return False
    try:
        Database(place.folder, place.game).verify()
    except GameError:
        remove(place.folder / MANIFEST)
        return False
    return True


def _describe(place: Place, coding: Coding, task: Task) -> None:
    """Write the manifest: with it the work folder is a database."""
    down, up = place.records("down"), place.records("up")
    tiers = tuple(
        sorted((Tier(*counts) for record in up.values() for counts in record["counts"]), key=lambda t: t.tier)
    )
    entries: list[dict[str, Any]] = [
        {"tier": t, "rows": down[t]["keys"]["rows"], "dtype": up[t]["codes"]["dtype"],
         "keys": _file(down[t]["keys"]), "codes": _file(up[t]["codes"])}
        for t in down
    ]  # fmt: skip
    label = _label_of_start(place, coding)
    answer = Solution(
        game=title(place.game), level="strong", value=label.value, remoteness=label.remoteness,
        positions=sum(t.positions for t in tiers), seconds=task.seconds, method="tiers on disk",
        wins=sum(t.wins for t in tiers), losses=sum(t.losses for t in tiers), draws=sum(t.draws for t in tiers),
        classes=sum(entry["rows"] for entry in entries) if place.divided else None, tiers=tiers,
        loops=any(record["loops"] for record in up.values()),
    )  # fmt: skip
    head = describe(place.game, answer, coding, place.start, symmetric=place.divided, form=place.form)
    with aside(place.folder / MANIFEST, AGAIN) as new:
        write_manifest(new, head, entries)


def _publish(place: Place, out: Path) -> Solution:
    """Remove the files of the tasks, and rename the folder."""
    manifest = Database(place.folder, place.game).manifest
    kept = {MANIFEST, *(entry[kind]["file"] for entry in manifest["tiers"] for kind in ("keys", "codes"))}
    for file in place.folder.iterdir():
        if file.name not in kept:
            remove(file)
    remove(out)
    place.folder.rename(out)
    return Database(out, place.game).solution()


def _file(entry: dict[str, Any]) -> dict[str, Any]:
    return {"file": entry["file"], "sha256": entry["sha256"]}


def _label_of_start(place: Place, coding: Coding) -> Label:
    tier = int(place.game.tier(place.start))
    keys = place.open(place.records("down")[tier]["keys"], keys=True)
    row = find(keys, row_of(place.game, place.form, place.start))
    assert row is not None
    return coding.decode(int(place.open(place.records("up")[tier]["codes"], keys=False)[row]))
