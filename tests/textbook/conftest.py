"""Games are made by the thousand here. They are not tried one by one; ``tests/trial`` is about that."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def untried():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gametree.compile.trial.trying._judged", lambda game: "")
        yield
