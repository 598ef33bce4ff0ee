"""Stand-ins for packages that are not installed: what a file of rules needs of them to be read.

While a user's file is run, ``from easyAI import TwoPlayerGame`` and ``from games import Game`` (aima-python) find their
package or a neighbour of the file as always, and where there is none, a base class of ours with the same methods.
Nothing of it stays: the next file may have a neighbour of that name.
"""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_HERE = Path(__file__).parent
_FILES = {"easyAI": "easyai.py", "games": "aima.py", "games4e": "aima.py"}


class _Finder:
    """Asked first; it answers only where nobody else would. A mere folder of that name is no answer."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, inside = fullname.partition(".")
        if package not in _FILES or (inside and not _is_ours(sys.modules.get(package))):
            return None
        found = PathFinder.find_spec(fullname, path)
        if found is not None and found.origin is not None:
            return None
        within: list[str] = []  # a package, so that easyAI.Player is looked for here too
        file = _HERE / _FILES[package]
        return importlib.util.spec_from_file_location(fullname, file, submodule_search_locations=within)


@contextlib.contextmanager
def standing_in() -> Generator[None]:
    """Meanwhile packages that are not installed are stood in for.

    >>> with standing_in():
    ...     import games
    >>> games.Game.__name__, "games" in sys.modules
    ('Game', False)
    """
    sys.meta_path.insert(0, _Finder)
    try:
        yield
    finally:
        sys.meta_path.remove(_Finder)
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in _FILES and _is_ours(module):
                del sys.modules[name]


def _is_ours(module: ModuleType | None) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and Path(file).parent == _HERE
