"""The pictures of the site's page of games, drawn while MkDocs builds it (``hooks`` in ``mkdocs.yml``)."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

from gametree.catalogue import CATALOGUE
from gametree.draw.showcase import sample, thumbnail

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a picture of each game, and the icon of the page."""
    icon = resources.files("gametree.web") / "static" / "icon.svg"
    files.append(File.generated(config, "pictures/icon.svg", content=icon.read_text(encoding="utf-8")))
    for name in CATALOGUE:
        files.append(File.generated(config, f"pictures/{name}.svg", content=thumbnail(*sample(name))))
    return files
