"""The manifest of a database: what was solved, by which rules, and the facts about each file."""

from __future__ import annotations

import hashlib
import json
import platform
from typing import TYPE_CHECKING, Any, cast

from gametree.compile.digest import rules_digest
from gametree.data import json_of
from gametree.errors import GameError
from gametree.files import write_text
from gametree.solving.fields import check_fields
from gametree.solving.fingerprint import fingerprint
from gametree.titles import title

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.game import AnyGame

FORMAT = "gametree database 1"
MANIFEST = "manifest.json"


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a database; a missing or damaged one is refused in one line."""
    if not folder.is_dir():
        raise GameError(f"no such database: {folder}")
    try:
        content = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        raise GameError(f"{folder} is not a database: it has no {MANIFEST}") from None
    except OSError as error:
        raise GameError(f"{folder / MANIFEST} cannot be read: {(error.strerror or str(error)).lower()}") from None
    return checked_manifest(content, folder, f"{folder / MANIFEST}")


def checked_manifest(content: bytes, source: Path, name: str) -> dict[str, Any]:
    """The content of a manifest, if every field is valid. ``source`` is the database, ``name`` the manifest's name in
    messages."""
    try:
        manifest: Any = json_of(content)
    except ValueError:
        raise GameError(f"{name} is damaged: it is not JSON") from None
    if not isinstance(manifest, dict) or not str(cast("dict[str, Any]", manifest).get("format")).startswith("gametree"):
        raise GameError(f"{source} is not a database of gametree")
    known = cast("dict[str, Any]", manifest)
    if known["format"] != FORMAT:
        raise GameError(f"{source} is a {str(known['format'])[:80]}; this version of gametree reads {FORMAT}")
    try:
        if known.get("checksum") != manifest_checksum(known):
            raise ValueError("its checksum is wrong")
        if not known.get("complete"):
            raise GameError(f"{source} is not complete; run the command that makes it again to continue it")
        check_fields(known)
    except (ValueError, RecursionError) as error:
        if isinstance(error, GameError):
            raise
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise GameError(f"{name} is damaged: {why}") from None
    return known


def manifest_checksum(manifest: dict[str, Any]) -> str:
    """The checksum that a manifest carries, of all its other fields."""
    rest = {key: value for key, value in manifest.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def content_checksum(manifest: dict[str, Any]) -> str:
    """A checksum of the results, without the time and the method of solving."""
    rest = {key: value for key, value in manifest.items() if key not in ("checksum", "seconds", "method", "rules")}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def rules_entry(game: AnyGame) -> dict[str, str]:
    """A manifest's entry about the rules: a digest of their code, valid for one version of Python, and a fingerprint of
    what they do, for other versions."""
    return {"digest": rules_digest(game), "python": _python(), "fingerprint": fingerprint(game)}


def _python() -> str:
    return ".".join(platform.python_version_tuple()[:2])


def check_rules(manifest: dict[str, Any], game: AnyGame, folder: Path) -> None:
    """Raise if a database was made with other rules than those of this game."""
    rules = manifest["rules"]
    if rules["python"] == _python():
        same = rules["digest"] == rules_digest(game)
    else:
        same = rules["fingerprint"] == fingerprint(game)
    if same:
        return
    if manifest["game"] != title(game):
        raise GameError(f"{folder} is a database of {manifest['game']}, not of {title(game)}")
    raise GameError(f"{folder} was made with other rules of {title(game)}: they have changed since")


def write_manifest(path: Path, head: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    """Write the manifest, the last of all files: a folder with a manifest is complete. If there is only tier 0, all
    positions are in it; otherwise the game's ``tier`` decides."""
    tiered = [entry["tier"] for entry in entries] != [0]
    manifest = head | {"tiers": sorted(entries, key=lambda entry: entry["tier"]), "tiered": tiered, "complete": True}
    manifest = json.loads(json.dumps(manifest))  # as it will be read: tuples become lists
    manifest["checksum"] = manifest_checksum(manifest)
    write_text(path, json.dumps(manifest, indent=1) + "\n")
