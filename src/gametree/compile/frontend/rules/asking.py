# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""``getattr``, ``hasattr``, ``type``, ``isinstance``: known beforehand.

>>> from gametree.compile.frontend.examples import Pair, rewritten
>>> rewritten("getattr(s, 'a', 0) if hasattr(s, 'a') else 5", s=[Pair(1, 2)])
return s__0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gametree.compile.frontend.kinds import Fields, class_of, field_names
from gametree.compile.frontend.rules.calling import builtin
from gametree.compile.frontend.rules.tabulating import tabulated
from gametree.compile.frontend.shapes import Float, Int, Sym, Truth, Tup, UnsupportedError, Wide, told
from gametree.compile.frontend.values import Value, known

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


@builtin(getattr)
def attribute_named(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``getattr(x, "name", default)``."""
    from gametree.compile.frontend.rules.names import attribute_of

    name = known(args[1])
    if name is None:
        raise UnsupportedError("getattr of a name that is not known")
    if len(args) > 2 and not _has(args[0], name[0]):
        return args[2]
    return attribute_of(frame, args[0], name[0])


@builtin(hasattr)
def has_attribute(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``hasattr(x, "name")``."""
    name = known(args[1])
    if name is None:
        raise UnsupportedError("hasattr of a name that is not known")
    return frame.constant(_has(args[0], name[0]))


def _has(v: Value, name: str) -> bool:
    fixed = known(v)
    if fixed is not None:
        return hasattr(fixed[0], name)
    if not isinstance(v.shape, Tup):
        raise UnsupportedError(f"an attribute of {told(v.shape)} that may not be there")
    if isinstance(v.shape.cls, Fields):
        return hasattr(dict, name)
    return name in field_names(v.shape.cls) or hasattr(class_of(v.shape.cls), name)


@builtin(type)
def kind_of(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``type(x)``."""
    match args[0].shape:
        case Sym():
            return tabulated(frame, type, args[0])
        case Tup(cls=cls):
            return frame.constant(class_of(cls))
        case Int() | Wide():
            return frame.constant(int)
        case Truth():
            return frame.constant(bool)
        case Float():
            return frame.constant(float)
    raise UnsupportedError(f"the type of {told(args[0].shape)}")


@builtin(isinstance)
def is_instance(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``isinstance(x, C)``."""
    v, cls = args[0], known(args[1])
    if cls is None:
        raise UnsupportedError("isinstance of a class that is not known")
    match v.shape:
        case Sym():
            return tabulated(frame, lambda x: isinstance(x, cls[0]), v)
        case Tup(cls=made):
            return frame.constant(issubclass(class_of(made), cls[0]))
        case Int():
            return frame.constant(issubclass(int, cls[0]))
    raise UnsupportedError("isinstance of this value")


@builtin(hash, id, print, open, input)
def refused(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """What rules should not do."""
    raise UnsupportedError("a function that rules should not call (hash, id, print, open or input)")
