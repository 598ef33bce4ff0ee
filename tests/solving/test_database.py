"""Databases: what goes in comes out, and nothing that is wrong is opened."""

from __future__ import annotations

import json
import os
import shutil

import numpy as np
import pytest

from gametree import Game, GameError, best, load
from gametree.cli import main
from gametree.game import over, smallest
from gametree.games.nim import Nim
from gametree.games.tictactoe import TicTacToe
from gametree.solving.database import Database, find, write_database, write_dense
from gametree.solving.label import Coding
from gametree.solving.manifest import MANIFEST, manifest_checksum
from gametree.solving.sharing import pack, unpack
from gametree.solving.statistics import find_zugzwangs, statistics, twin
from gametree.solving.strong.solve import solve_plain
from gametree.solving.task import Task
from marking import thorough


def written(folder, game, tiered):
    """A database of a game that was solved in plain Python."""
    solution = solve_plain(game, game.initial(), Task())
    graph, labels = solution.labels.graph, solution.labels.labels
    coding = Coding(tuple(sorted({label.value for label in labels})), 0.0)
    parts = {}
    for s, label in zip(graph.states, labels, strict=True):
        parts.setdefault(game.tier(s) if tiered else 0, []).append((flat(s), coding.encode(label)))
    rows = [(tier, [words for words, _ in part], [code for _, code in part]) for tier, part in parts.items()]
    return write_database(folder, game, solution, coding, rows), solution


def flat(s):
    return sum((flat(item) for item in s), ()) if isinstance(s, tuple) else (s,)


@pytest.fixture(scope="module")
def kalah(tmp_path_factory):
    return written(tmp_path_factory.mktemp("databases") / "kalah", load("kalah:3,2"), tiered=True)


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory):
    return written(tmp_path_factory.mktemp("databases") / "tictactoe", load("tictactoe"), tiered=False)


# --- round trip ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["kalah", "tictactoe"])
def test_every_label_comes_back(which, request):
    database, solution = request.getfixturevalue(which)
    opened = Database(database.folder)
    for s in solution.labels.graph.states:
        assert opened.label(s) == solution[s]
    again = opened.solution()
    assert (again.value, again.remoteness, again.positions) == (
        solution.value, solution.remoteness, solution.positions,
    )  # fmt: skip
    assert (again.wins, again.losses, again.draws, again.classes) == (
        solution.wins, solution.losses, solution.draws, solution.classes,
    )  # fmt: skip
    assert again.tiers == solution.tiers
    assert again.path == str(database.folder)
    assert again.line() == solution.line()
    opened.verify()


def test_symmetric_positions_have_the_label_of_the_one_that_is_stored(tictactoe):
    database, solution = tictactoe
    game = database.game
    s = game.parse("1 2 5")
    for image in game.symmetries(s):
        assert database.label(image) == solution[s]


def test_what_cannot_be_reached_is_not_known(kalah, tictactoe):
    database, _ = kalah
    s = database.game.initial()
    assert database.label(s._replace(board=(6, 0, 0, 0, 0, 0, 6, 0))) is None
    assert database.label(s._replace(board=(99, 0, 0, 0, 0, 0, 0, 0))) is None  # of a tier that there is not
    with pytest.raises(GameError, match="is not known"):
        tictactoe[0].solution()[tictactoe[0].game.initial()._replace(first=0b111)]


def test_all_positions_are_listed(tictactoe):
    database, solution = tictactoe
    listed = dict(database.states())
    assert len(listed) == 765
    assert all(solution[s] == label for s, label in listed.items())


@pytest.mark.thorough
def test_a_dense_database_is_read_by_index(tmp_path):
    game = load("nim:2,3")
    solution = solve_plain(game, game.initial(), Task())
    coding = Coding((-1.0, 1.0), 0.0)
    codes = np.zeros(game.index_size, int)
    for s in solution.labels.graph.states:
        codes[game.index(s)] = coding.encode(solution[s])
    database = write_dense(tmp_path / "dense", game, solution, coding, codes)
    assert database.dense
    for s in solution.labels.graph.states:
        assert database.label(s) == solution[s]
    assert best(game, depth=1, database=database).value == solution.value


def test_rows_are_found_by_all_their_words():
    keys = np.array([(-5, 3), (0, -1), (0, 0), (7, 7)])
    assert [find(keys, tuple(row)) for row in keys.tolist()] == [0, 1, 2, 3]
    assert [find(keys, row) for row in ((-6, 3), (0, 1), (7, 8), (-5, 2))] == [None] * 4


# --- what is refused -------------------------------------------------------------------------------------------------


def edit(folder, **changes):
    """Change fields of a manifest, with a checksum that fits."""
    manifest = json.loads((folder / MANIFEST).read_text()) | changes
    manifest["checksum"] = manifest_checksum(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))


def cut(file, by):
    content = file.read_bytes()
    file.write_bytes(content[:by] if by < 0 else content + b"\0" * by)


DAMAGE = {
    "no manifest": (lambda f: (f / MANIFEST).unlink(), "not a database"),
    "half a manifest": (lambda f: cut(f / MANIFEST, -200), "damaged: it is not JSON"),
    "another number": (
        lambda f: (f / MANIFEST).write_text((f / MANIFEST).read_text().replace('"draws"', '"Draws"')),
        "manifest.json is damaged: its checksum",
    ),
    "another format": (lambda f: edit(f, format="gametree database 9"), "this version of gametree reads"),
    "another program's": (lambda f: edit(f, format="photographs"), "not a database of gametree"),
    "not complete": (lambda f: edit(f, complete=False), "is not complete"),
    "no keys": (lambda f: (f / "tier-0.keys.npy").unlink(), "tier-0.keys.npy is missing"),
    "no codes": (lambda f: (f / "tier-0.codes.npy").unlink(), "tier-0.codes.npy is missing"),
    "codes cut short": (lambda f: cut(f / "tier-0.codes.npy", -1), "tier-0.codes.npy is damaged"),
    "keys cut short": (lambda f: cut(f / "tier-0.keys.npy", -8), "tier-0.keys.npy is damaged"),
    "codes too long": (lambda f: cut(f / "tier-0.codes.npy", 1), "tier-0.codes.npy is damaged"),
    "empty": (lambda f: (f / "tier-0.keys.npy").write_bytes(b""), "tier-0.keys.npy is damaged"),
    "another header": (
        lambda f: np.save(f / "tier-0.codes.npy", np.zeros(765, np.uint64)), "it holds .*u8.*, not .*u1.*",
    ),
    "no array": (lambda f: (f / "tier-0.keys.npy").write_bytes(b"x" * 20000), "tier-0.keys.npy is damaged"),
    "another game": (lambda f: edit(f, game="nim", rules={"digest": "x", "python": "3", "fingerprint": "x"}),
                     "is a database of nim, not of tictactoe"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_database_is_not_opened(damage, tictactoe, tmp_path, capsys):
    spoil, message = DAMAGE[damage]
    folder = tmp_path / "copy"
    shutil.copytree(tictactoe[0].folder, folder)
    spoil(folder)
    with pytest.raises(GameError, match=message) as caught:
        Database(folder, "tictactoe")
    assert "\n" not in str(caught.value)
    assert main(["best", "tictactoe", "--depth", "1", "--database", str(folder)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_bit_that_changed_is_found_by_check(tictactoe, tmp_path, capsys):
    folder = tmp_path / "copy"
    shutil.copytree(tictactoe[0].folder, folder)
    assert main(["database", "check", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder}: whole, checksum {tictactoe[0].checksum}\n"
    codes = np.load(folder / "tier-0.codes.npy")
    codes[400] ^= 1
    np.save(folder / "tier-0.codes.npy", codes)
    Database(folder)
    with pytest.raises(GameError, match=r"tier-0.codes.npy is damaged: its checksum"):
        Database(folder).verify()
    assert main(["database", "check", str(folder)]) == 2


def test_no_folder_and_no_database(tmp_path):
    with pytest.raises(GameError, match="no such database"):
        Database(tmp_path / "nothing")
    with pytest.raises(GameError, match="not a database"):
        Database(tmp_path)


class OtherEnd(TicTacToe):
    """The same game at first sight."""

    def utility(self, s):
        return -super().utility(s)


class OtherEstimate(TicTacToe):
    """The same rules; only what a search thinks on its way is different."""

    def evaluate(self, s):
        return 3


def test_other_rules_and_other_parameters_are_refused(tictactoe, kalah):
    with pytest.raises(GameError, match="is a database of tictactoe, not of OtherEnd"):
        Database(tictactoe[0].folder, OtherEnd())
    for other in ("kalah:3,3", "kalah:4,2", "kalah:m=3,n=2,empty_capture=false"):
        with pytest.raises(GameError, match="is a database of kalah:m=3,n=2, not of"):
            Database(kalah[0].folder, other)
    Database(kalah[0].folder, "kalah:n=2,m=3")


def test_what_does_not_change_values_may_change(tictactoe):
    assert Database(tictactoe[0].folder, OtherEstimate()).label(TicTacToe().initial()).value == 0


class Weighted(Game):
    """Take one of two stones; what they are worth is in an array."""

    def __init__(self, worths=(1, 5)):
        self.worths = np.array(worths)

    def initial(self):
        return (0, 0)

    def player(self, s):
        return 0

    def actions(self, s):
        for a in range(2):
            yield a

    def result(self, s, a):
        return (1, a)

    def terminal(self, s):
        return s[0] == 1

    def utility(self, s):
        return int(self.worths[s[1]])


def test_arrays_count_by_what_they_hold(tmp_path):
    database, _ = written(tmp_path / "weighted", Weighted(), tiered=False)
    assert Database(database.folder, Weighted()).label((0, 0)).value == 5
    with pytest.raises(GameError, match="with other rules of Weighted"):
        Database(database.folder, Weighted((1, 4)))


def test_in_another_version_of_python_the_rules_are_known_by_what_they_do(tictactoe, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(tictactoe[0].folder, folder)
    rules = json.loads((folder / MANIFEST).read_text())["rules"]
    edit(folder, rules=rules | {"python": "3.99", "digest": "of another byte code"})
    assert Database(folder, "tictactoe").label(TicTacToe().initial()).remoteness == 9
    with pytest.raises(GameError, match="not of OtherEnd"):
        Database(folder, OtherEnd())


# --- writing ---------------------------------------------------------------------------------------------------------


def test_what_is_no_database_is_not_overwritten(tictactoe, tmp_path):
    folder = tmp_path / "photographs"
    folder.mkdir()
    (folder / "me.png").write_text("x")
    with pytest.raises(GameError, match="exists already and is not a database"):
        written(folder, load("nim:1,2"), tiered=False)
    assert os.listdir(folder) == ["me.png"]


def test_a_new_database_takes_the_place_of_an_old_one(tmp_path):
    folder = tmp_path / "nim"
    written(folder, load("nim:1,2"), tiered=False)
    written(folder, load("nim:2,2"), tiered=False)
    assert Database(folder).game.heaps == (2, 2)
    assert os.listdir(tmp_path) == ["nim"]


def test_where_writing_fails_nothing_is_left(tictactoe, tmp_path):
    database, solution = tictactoe

    def parts():
        yield 0, database.parts[0].keys, database.parts[0].codes
        raise OSError(28, "No space left on device")

    with pytest.raises(GameError, match="no space left on device; nothing was written"):
        write_database(tmp_path / "new", database.game, solution, database.coding, parts())
    assert os.listdir(tmp_path) == []


def test_what_a_killed_process_left_is_swept_away(tmp_path):
    import socket

    gone = tmp_path / f".nim.{socket.gethostname().replace('.', '-')}-999999999.aside"
    gone.mkdir()
    (gone / "tier-0.keys.npy").write_text("half")
    written(tmp_path / "nim", load("nim:1,2"), tiered=False)
    assert os.listdir(tmp_path) == ["nim"]


def test_rows_may_come_in_any_order(tictactoe, tmp_path):
    database, solution = tictactoe
    keys, codes = database.parts[0].keys, database.parts[0].codes
    order = np.random.default_rng(1).permutation(len(codes))
    again = write_database(
        tmp_path / "again", database.game, solution, database.coding, [(0, keys[order], codes[order])]
    )
    assert again.checksum == database.checksum


# --- one file, for sharing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["kalah", "tictactoe"])
def test_packed_and_unpacked(which, request, tmp_path):
    database, _ = request.getfixturevalue(which)
    size = pack(database.folder, tmp_path / "one.file")
    assert size < sum(file.stat().st_size for file in database.folder.iterdir()) / 2
    unpack(tmp_path / "one.file", tmp_path / "again")
    again = Database(tmp_path / "again")
    again.verify()
    assert again.checksum == database.checksum
    assert sorted(os.listdir(tmp_path)) == ["again", "one.file"]


@pytest.mark.parametrize("spoil", [
    lambda c: c[:-1],
    lambda c: c[:200],
    lambda c: c[:900] + bytes([c[900] ^ 1]) + c[901:],
    lambda c: c[:-5] + bytes([c[-5] ^ 1]) + c[-4:],
    lambda c: c + b"more",
    lambda c: b"something else" + c,
    lambda c: b"",
])  # fmt: skip
def test_a_damaged_file_is_not_unpacked(spoil, tictactoe, tmp_path):
    pack(tictactoe[0].folder, tmp_path / "good")
    (tmp_path / "bad").write_bytes(spoil((tmp_path / "good").read_bytes()))
    with pytest.raises(GameError, match=r"is damaged|is not a packed database") as caught:
        unpack(tmp_path / "bad", tmp_path / "again")
    assert "\n" not in str(caught.value)
    assert sorted(os.listdir(tmp_path)) == ["bad", "good"]


def test_packing_by_command(tictactoe, tmp_path, capsys):
    file, folder = str(tmp_path / "one.file"), str(tmp_path / "again")
    assert main(["database", "pack", str(tictactoe[0].folder), file]) == 0
    assert main(["database", "unpack", file, folder]) == 0
    assert main(["database", "show", folder]) == 0
    assert "tictactoe: a draw, value 0, end in 9" in capsys.readouterr().out
    assert main(["database", "pack", folder]) == 2
    assert main(["database", "check", folder, file]) == 2


# --- asked from inside the search ------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("which", ["tictactoe", *thorough("kalah")])
def test_a_search_with_the_database_finds_what_one_without_finds(which, request):
    database, solution = request.getfixturevalue(which)
    game = database.game
    dice = np.random.default_rng(7)
    states = [s for s in solution.labels.graph.states if not over(game, s)]
    for s in [game.initial(), *(states[i] for i in dice.choice(len(states), 40, replace=False))]:
        alone, known = (best(game, s, depth=30, algorithm="alphabeta", database=d) for d in (None, database))
        assert known.proven
        assert known.value == alone.value == solution[s].value
        assert known.distance == solution[s].remoteness
        if alone.value != 0:  # of draws a search does not look for the longest
            assert known.distance == alone.distance
        assert known.nodes <= len(list(game.actions(s))) + 1


@pytest.mark.thorough
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", "solve"])
def test_every_driver_uses_the_database(algorithm, kalah):
    database, solution = kalah
    found = best(database.game, depth=20, algorithm=algorithm, database=database.folder, threads=2)
    assert found.proven
    assert (found.value > 0) == (solution.value > 0)


@pytest.mark.thorough
def test_a_search_goes_on_where_the_database_ends(kalah, tmp_path):
    """Of the tiers above 6 nothing is known: they are searched, and the others are not."""
    database, solution = kalah
    game = database.game
    parts = [(part.tier, part.keys, part.codes) for part in database.parts.values() if part.tier <= 6]
    lower = write_database(tmp_path / "lower", game, solution, database.coding, parts, symmetric=False)
    alone, known = best(game, depth=30), best(game, depth=30, database=lower)
    assert (known.value, known.distance, known.proven) == (alone.value, alone.distance, True)
    assert lower.label(game.initial()) is None
    assert len(known.line) == known.distance
    assert known.nodes < alone.nodes


class Interpreted(Nim):
    """Nim with a rule that does not compile."""

    def result(self, s, a):
        return type(s)(**{**s._asdict(), **super().result(s, a)._asdict()})


@pytest.mark.thorough
def test_an_interpreted_game_is_probed_too(tmp_path):
    game = Interpreted((1, 2))
    database, solution = written(tmp_path / "interpreted", game, tiered=False)
    for s in solution.labels.graph.states:
        if not over(game, s):
            known, alone = best(game, s, depth=1, database=database), best(game, s, depth=20)
            assert not known.compiled
            assert known.proven
            assert known.value == alone.value == solution[s].value
            assert known.distance == alone.distance == solution[s].remoteness


def test_a_database_of_another_game_is_refused_by_best(tictactoe):
    with pytest.raises(GameError, match="is a database of tictactoe, not of nim"):
        best("nim:1,2", depth=3, database=tictactoe[0])


@pytest.mark.thorough
def test_best_by_command(kalah, capsys):
    command = ["best", "kalah:3,2", "--database", str(kalah[0].folder), "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["distance"], found["depth"]) == (4, 8, 1)


# --- statistics and the walk -----------------------------------------------------------------------------------------


def test_statistics_count_what_is_there(kalah):
    database, solution = kalah
    found = statistics(database, zugzwangs=True)
    labels = solution.labels.labels
    assert found.stored == len(labels)
    for n, (wins, losses, draws) in found.remoteness.items():
        values = [label.value for label in labels if label.remoteness == n]
        assert (sum(v > 0 for v in values), sum(v < 0 for v in values), sum(v == 0 for v in values)) == (
            wins, losses, draws,
        )  # fmt: skip
    longest = max(label.remoteness for label in labels if label.value != 0)
    assert found.longest.remoteness == longest
    assert solution[found.longest_state] == found.longest
    assert found.endless == 0


def test_mutual_zugzwangs(kalah):
    database, solution = kalah
    game = database.game
    known = {s: solution[s].value for s in solution.labels.graph.states if not over(game, s)}
    pairs = [s for s in known if s.turn == 0 and s._replace(turn=1) in known]
    expected = {s for s in pairs if known[s] < known[s._replace(turn=1)]}
    found = find_zugzwangs(database)
    assert set(found) == expected
    assert len(found) == len(expected) > 0
    assert all(twin(game, twin(game, s)) == s for s in found)
    assert statistics(database, zugzwangs=True).zugzwangs == len(expected)


def test_a_game_without_turns_has_no_zugzwangs_to_count(tictactoe):
    found = statistics(tictactoe[0], zugzwangs=True)
    assert found.zugzwangs is None
    assert "zugzwangs" not in found.to_json()


def test_statistics_by_command(tictactoe, capsys):
    assert main(["database", "stats", str(tictactoe[0].folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["stored"] == 765
    assert found["positions"] == 5478
    assert found["remoteness"]["9"] == [0, 0, 1]
    assert main(["database", "stats", str(tictactoe[0].folder)]) == 0
    assert "longest win: value -1 in 5" in capsys.readouterr().out


def test_the_walk(tictactoe, capsys, monkeypatch):
    words = iter(["5", "2 1", "undo", "nonsense", "line", "start", "best", "go 1 2 3 4 5", "stats", "help", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(words))
    assert main(["explore", str(tictactoe[0].folder)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("X to move") >= 3
    assert "a draw, value 0, end in 9" in shown
    assert "a win for Max, value 1, end in" in shown  # after 5 2 the first player wins
    assert "'nonsense' is not a legal move here" in shown
    assert "5,478 positions, 765 of them stored" in shown
    assert "take the last move back" in shown


def test_the_walk_ends_with_its_input(kalah, monkeypatch, capsys):
    def ask(_):
        raise EOFError

    monkeypatch.setattr("builtins.input", ask)
    assert main(["explore", str(kalah[0].folder), "--moves", "2"]) == 0
    assert "end in 7" in capsys.readouterr().out


def test_symmetric_keys_are_canonical(tictactoe):
    database, _ = tictactoe
    assert all(smallest(database.game, s) == s for s, _ in database.states())
