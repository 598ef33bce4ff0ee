"""The tag ``Variant`` of PGN: which game of chess was played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gametree.notation.words import one_line
from gametree.protocols.chess_games import NORMAL, chess, is_chess, is_shuffled, starts_as_usual, variant_of, variants

if TYPE_CHECKING:
    from gametree.game import AnyGame

TAG = "Variant"
CHESS960 = "Chess960"
NAMES = {
    "3check": "Three-check", "kingofthehill": "King of the Hill", "racingkings": "Racing Kings",
    "losalamos": "Los Alamos",
}  # fmt: skip
"""PGN's names of variants, if they differ from our names with a capital letter."""
STANDARD = ("", "standard", "chess", "classical", "normal", "fromposition")
"""The tag's names for chess itself; ``fromposition`` is for games from another start."""
SHUFFLED = ("fischerandom", "fischerrandom", "fischerrandomchess")
"""Other names of Chess960."""
OTHERS = {"threecheck": "3check", "koth": "kingofthehill"}


def variant_tags(game: AnyGame, start: Any) -> dict[str, str]:
    """The tags for the rules and the start of a game. Other programs do not know our numbers of Chess960 starts or our
    set-ups, so the position is always written, even if our game begins with it.

    >>> from gametree import load
    >>> game = load("chess:chess960=0")
    >>> variant_tags(game, game.initial())
    {'Variant': 'Chess960', 'SetUp': '1', 'FEN': 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'}
    """
    tags: dict[str, str] = {}
    shuffled = is_shuffled(game)
    if is_chess(game):
        variant = variant_of(game)
        if variant != NORMAL:
            tags[TAG] = NAMES.get(variant, variant.capitalize())
        elif shuffled:
            tags[TAG] = CHESS960
    if start != game.initial() or shuffled or not starts_as_usual(game):
        tags |= {"SetUp": "1", "FEN": one_line(game, start)}
    return tags


def read_variant(text: str) -> tuple[str, bool]:
    """The variant that a tag names, by our name of it if we have it, and whether it is played as Chess960.

    >>> read_variant("Three-check"), read_variant("Fischerandom"), read_variant("Atomic960")
    (('3check', False), ('chess', True), ('atomic', True))
    """
    word = re.sub(r"[\s_-]", "", text.casefold())
    name = word.removesuffix("960")
    shuffled = name != word or name in SHUFFLED
    name = NORMAL if name in (*STANDARD, *SHUFFLED) else OTHERS.get(name, name)
    return name, shuffled


def game_of_tags(tags: dict[str, str]) -> AnyGame:
    """The game of chess that the tags of a game name."""
    variant, shuffled = read_variant(tags.get(TAG, ""))
    return chess(variant, chess960=shuffled)


def other_variant(game: AnyGame, tags: dict[str, str]) -> str | None:
    """The variant of a game in a file, if it is known here and is not the given game.

    >>> from gametree import load
    >>> other_variant(load("chess"), {"Variant": "Atomic"}), other_variant(load("chess"), {"Variant": "Chess960"})
    ('atomic', None)
    """
    if TAG not in tags or not is_chess(game):
        return None
    variant, _ = read_variant(tags[TAG])
    return variant if variant in variants() and variant != variant_of(game) else None
