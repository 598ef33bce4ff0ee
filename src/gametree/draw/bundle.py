"""The page's modules as one, for places that load a single file: a notebook's widget.

A module becomes a function that returns its exports; an import becomes the names that it takes from there. It
understands only the forms that our modules use, and raises an error for others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)";?$', re.MULTILINE)
DECLARED = re.compile(r"^export\s+((?:async\s+)?(?:function\*?|const|let|class)\s+(\w+))", re.MULTILINE)
LISTED = re.compile(r"export\s*\{([^}]*)\};?\s*$")


def bundle(entry: Path) -> str:
    """A module and all that it imports as one module, which exports by default what the entry does.

    >>> from pathlib import Path
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.js").write_text("export const one = 1;")
    >>> _ = (folder / "b.js").write_text('import {one as x} from "./a.js";' + chr(10) + "export default x;")
    >>> print(bundle(folder / "b.js"))
    const module0 = (() => {
    const one = 1;
    return {one};
    })();
    const {one: x} = module0;
    export default x;
    """
    names: dict[Path, str] = {}
    parts: list[str] = []

    def add(path: Path) -> str:
        path = path.resolve()
        if path not in names:
            body, exports = _exports(_imports(path.read_text(encoding="utf-8"), path))
            names[path] = f"module{len(names)}"
            parts.append(f"const {names[path]} = (() => {{\n{body}\nreturn {{{', '.join(exports)}}};\n}})();")
        return names[path]

    def _imports(text: str, path: Path) -> str:
        def taken(match: re.Match[str]) -> str:
            return f"const {{{_renamed(match[1])}}} = {add(path.parent / match[2])};"

        text = IMPORT.sub(taken, text)
        if left := re.search(r"^import\b.*$", text, re.MULTILINE):
            raise ValueError(f"{path}: this import is not understood: {left[0]}")
        return text

    top = _imports(entry.read_text(encoding="utf-8"), entry)
    return "\n".join([*parts, top])


def _renamed(names: str) -> str:
    """``a, b as c`` as it is written in a pattern: ``a, b: c``."""
    return ", ".join(re.sub(r"\s+as\s+", ": ", name.strip()) for name in names.split(",") if name.strip())


def _exports(text: str) -> tuple[str, list[str]]:
    """The text without its exports, and what is exported, as an object holds it."""
    found = [name for _, name in DECLARED.findall(text)]
    text = DECLARED.sub(r"\1", text)
    if listed := LISTED.search(text):
        for name in filter(None, (part.strip() for part in listed[1].split(","))):
            own, _, public = name.partition(" as ")
            found.append(f"{public.strip()}: {own.strip()}" if public else own)
        text = text[: listed.start()]
    return text.rstrip(), found
