"""An error in the rules of a user's file is theirs; an error in our code, or in a library, is not."""

from __future__ import annotations

import json

import pytest

from gametree.blame import users_fault
from gametree.catalogue import untried
from gametree.cli import main


def test_theirs(take, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text((tmp_path / "take.py").read_text().replace("return s.turn", "return s.trun"))
    game = untried(str(broken))
    with pytest.raises(AttributeError) as caught:
        _call(game)
    assert users_fault(caught.value) == (
        f"{broken}: line 16, in player: AttributeError: 'Pile' object has no attribute 'trun'"
    )


def test_ours():
    with pytest.raises(ValueError, match="Expecting") as caught:
        json.loads("{")
    error = caught.value
    error.__traceback__ = error.__traceback__.tb_next  # without the frame of this file
    assert users_fault(error) is None


def test_a_bug_of_ours_is_not_hidden(monkeypatch):
    monkeypatch.setattr("gametree.cli.games.CATALOGUE", {"a game that is nowhere": ""})
    with pytest.raises(KeyError):
        main(["games"])


def _call(game) -> None:
    game.player(game.initial())
