"""Which game of chess is meant: variants and Chess960 as clients ask for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from gametree.catalogue import game_class, load
from gametree.errors import GameError
from gametree.protocols.options import Option
from gametree.titles import title

if TYPE_CHECKING:
    from gametree.game import AnyGame
    from gametree.games.chess import Chess
    from gametree.protocols.options import Settings

VARIANT_OPTION = "UCI_Variant"
NORMAL = "chess"
CLASSICAL = 518
"""The number of the usual start among those of Chess960."""


def is_chess(game: AnyGame) -> TypeGuard[Chess]:
    """Is it chess or a variant of it, under the name that the catalogue has?

    >>> is_chess(load("tictactoe")), is_chess(load("chess"))
    (False, True)
    """
    return title(game).partition(":")[0] == NORMAL and isinstance(game, game_class(NORMAL))


def is_shuffled(game: AnyGame) -> bool:
    """Is it chess from one of the starts of Chess960, the usual one included?

    >>> is_shuffled(load("chess:chess960=518")), is_shuffled(load("chess")), is_shuffled(load("tictactoe"))
    (True, False, False)
    """
    return is_chess(game) and game.chess960


def pawn(game: AnyGame) -> int:
    """The value of a pawn in the game's own units; 1 in a game without pawns.

    >>> pawn(load("chess")), pawn(load("tictactoe"))
    (100, 1)
    """
    return 100 if is_chess(game) and not game.shannon else 1


def variants() -> dict[str, type[Chess]]:
    """The variants by the names that UCI gives them, chess first."""
    from gametree.games.chess import Chess
    from gametree.games.chess.variants import VARIANTS

    return {NORMAL: Chess, **VARIANTS}


def variant_of(game: AnyGame) -> str:
    """The name of the variant that a game is.

    >>> variant_of(load("chess:variant=kingofthehill"))
    'kingofthehill'
    """
    return next((name for name, cls in variants().items() if type(game) is cls), NORMAL)


def chess(variant: str = NORMAL, *, chess960: bool = False) -> AnyGame:
    """The game of a variant. Chess960 begins from the usual start here: the client sends the real one."""
    known = variants()
    if variant not in known:
        raise GameError(f"no variant {variant!r} of chess; there are {', '.join(known)}")
    if not chess960:
        return load(NORMAL, **({} if variant == NORMAL else {"variant": variant}))
    return load(NORMAL, variant=variant, chess960=CLASSICAL, setup=known[variant].start)


def chess_options(game: AnyGame) -> tuple[Option, ...]:
    """The options that choose a variant."""
    return (
        Option("UCI_Chess960", is_shuffled(game)),
        Option(VARIANT_OPTION, variant_of(game), choices=tuple(variants())),
    )


def required_options(game: AnyGame) -> dict[str, str | bool]:
    """The options of a UCI program without which it would play another game.

    >>> required_options(load("chess:variant=kingofthehill,chess960=0"))
    {'UCI_Variant': 'kingofthehill', 'UCI_Chess960': True}
    """
    if not is_chess(game):
        return {}
    variant: dict[str, str | bool] = {} if variant_of(game) == NORMAL else {VARIANT_OPTION: variant_of(game)}
    return {**variant, **({"UCI_Chess960": True} if is_shuffled(game) else {})}


def starts_as_usual(game: AnyGame) -> bool:
    """Does the game begin from the usual start of its variant?"""
    return not is_chess(game) or game.start_text == game.start


def chosen(game: AnyGame, settings: Settings) -> AnyGame:
    """The selected game; the current one if nothing changed."""
    variant, chess960 = str(settings[VARIANT_OPTION]), bool(settings["UCI_Chess960"])
    if variant == variant_of(game) and chess960 == is_shuffled(game):
        return game
    return chess(variant, chess960=chess960)
