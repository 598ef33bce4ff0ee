# pyright: basic
"""Lists of any length, and ``collections.deque``: they lie on the heap, and are changed there.

>>> from collections import deque
>>> from gametree.compile.frontend.examples import rewritten
>>> rewritten("todo = deque([x])", "todo.append(3)", "return todo.popleft()", deque=deque, x=[0, 7])
_list1 = [0 for _ in range(0)]
for _i2 in range(1):
    _list1.append((x_,)[0])
todo_ = _list1
todo_.append(3)
if len(todo_) <= 0:
    raise RaisesError
_item3 = todo_.pop(0)
return _item3
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import bundle, opened, widened
from gametree.compile.frontend.observing import join, join_all
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.collecting import gathered, item_shape, listed
from gametree.compile.frontend.rules.iterating import backwards, iterated
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.searching import position
from gametree.compile.frontend.rules.sequences import list_index
from gametree.compile.frontend.rules.sorting import in_order
from gametree.compile.frontend.shapes import (
    Dict,
    Keyed,
    List,
    Packed,
    Shape,
    Some,
    Sym,
    Tup,
    UnreadyError,
    UnsupportedError,
    told,
)
from gametree.compile.frontend.values import Lazy, Value

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame


def changed(frame: Frame, v: Value, name: str, args: list[Value], kws: dict[str, Value]) -> Value:
    """What a list is after ``xs.append(x)`` and the like."""
    if name == "sort":
        return _as_before(frame, v, in_order(frame, [v], kws))
    if name == "reverse":
        return _as_before(frame, v, listed(frame, backwards(frame, [v], {}), list))
    if name not in _CHANGES or kws:
        raise UnsupportedError(f"the method {name} of a list")
    return _CHANGES[name](frame, v if isinstance(v.shape, List) else _on_heap(frame, v, name, args), args)


def _as_before(frame: Frame, v: Value, new: Value) -> Value:
    return frame.kept(Value(v.shape, coerce(frame, new, v.shape)))


def _on_heap(frame: Frame, v: Value, name: str, args: list[Value]) -> Value:
    """A list that had a known length, and will have it no more."""
    if isinstance(v.shape, Packed | Some):
        item: Shape = v.shape.item
    elif isinstance(v.shape, Tup) and v.shape.items:
        item = join_all(v.shape.items)
    elif isinstance(v.shape, Tup | Sym) and args:
        added = args[-1]
        item = item_shape(frame, iterated(frame, added)) if name.startswith("extend") else added.shape
    else:
        raise UnreadyError
    return frame.kept(Value(List(item), coerce(frame, v, List(item))))


def _with_room(frame: Frame, v: Value, x: Value) -> tuple[Value, Value | None]:
    """The item as it is put in; None where the list must first become one of other items: the next pass knows."""
    shape = v.shape
    assert isinstance(shape, List)
    x = listed(frame, x) if isinstance(x.shape, Lazy) else x
    item = join(shape.item, x.shape)
    if item == shape.item:
        return x, None
    return x, Value(List(widened(shape.item, item) if frame.turn > 2 else item), v.codes)


def append(frame: Frame, v: Value, args: list[Value]) -> Value:
    """``xs.append(x)``."""
    x, grown = _with_room(frame, v, args[0])
    if grown is not None:
        return grown
    frame.write(f"{v.code}.append({bundle(coerce(frame, x, v.shape.item))})")  # type: ignore
    return v


def insert(frame: Frame, v: Value, args: list[Value]) -> Value:
    """``xs.insert(i, x)``."""
    x, grown = _with_room(frame, v, args[1])
    if grown is not None:
        return grown
    frame.write(f"{v.code}.insert({as_int(frame, args[0])}, {bundle(coerce(frame, x, v.shape.item))})")  # type: ignore
    return v


def append_left(frame: Frame, v: Value, args: list[Value]) -> Value:
    """``todo.appendleft(x)``."""
    return insert(frame, v, [frame.constant(0), args[0]])


def _each(add: Any) -> Any:
    def rule(frame: Frame, v: Value, args: list[Value]) -> Value:
        source = iterated(frame, args[0])
        if isinstance(args[0].shape, List):  # xs.extend(xs) would never end
            source = iterated(frame, Value(args[0].shape, (frame.temp(f"{args[0].code}[:]"),)))
        grown = v

        def one(x: Value) -> None:
            nonlocal grown
            grown = add(frame, grown, [x])

        with frame.user_loop(compound=True):
            source.each(frame, one)
        return grown

    return rule


def pop(frame: Frame, v: Value, args: list[Value]) -> Value:
    """``xs.pop()``."""
    frame.write(f"{v.code}.pop({_at(frame, v, args)})")
    return v


def _at(frame: Frame, v: Value, args: list[Value]) -> str:
    """The place of an item that is taken out."""
    if not args:
        frame.raises_if(f"len({v.code}) == 0", IndexError)
        return ""
    return list_index(frame, v.code, args[0])


def remove(frame: Frame, v: Value, args: list[Value]) -> Value:
    """``xs.remove(x)``."""
    at = position(frame, v, args, {})
    frame.write(f"{v.code}.pop({at.code})")
    return v


def clear(frame: Frame, v: Value, args: list[Value]) -> Value:
    """``xs.clear()``."""
    frame.write(f"{v.code}.clear()")
    return v


_CHANGES: dict[str, Any] = {
    "append": append, "insert": insert, "appendleft": append_left, "extend": _each(append),
    "extendleft": _each(append_left), "pop": pop, "remove": remove, "clear": clear,
    "popleft": lambda frame, v, args: pop(frame, v, [frame.constant(0)]),
}  # fmt: skip


@method("pop")
def popped(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``x = xs.pop()``, of a list or dict of this function's own."""
    if isinstance(v.shape, Dict):
        from gametree.compile.frontend.rules import dicts

        held = frame.kept(dicts.looked_up(frame, v, args[0], args[1] if len(args) > 1 else None))
        dicts.without(frame, v, args[0], sure=False)
        return held
    if isinstance(v.shape, Keyed) and not v.shape.is_set and v.place is not None and args:
        from gametree.compile.frontend.rules import keyed
        from gametree.compile.frontend.rules.changing import written_back

        k = frame.kept(args[0])
        held = frame.kept(keyed.looked_up(frame, v, k, args[1] if len(args) > 1 else None))
        written_back(frame, v.place, keyed.without_key(frame, v, k, sure=False), ())
        return held
    if isinstance(v.shape, Keyed) and v.shape.is_set and v.place is not None:
        from gametree.compile.frontend.rules.changing import written_back
        from gametree.compile.frontend.rules.sets import without_first

        one, rest = without_first(frame, v)
        written_back(frame, v.place, rest, ())
        return one
    if isinstance(v.shape, Packed | Some) and v.place is not None:
        from gametree.compile.frontend.rules.changing import written_back

        place, v = v.place, _on_heap(frame, v, "pop", args)
        written_back(frame, place, v, ())
    if not isinstance(v.shape, List):
        raise UnsupportedError(f"pop of {told(v.shape)}")
    name = frame.program.temp("item")
    frame.write(f"{name} = {v.code}.pop({_at(frame, v, args)})")
    return opened(frame, name, v.shape.item)


@method("popleft")
def popped_left(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``x = todo.popleft()``."""
    return popped(frame, v, [frame.constant(0)], {})


@builtin(collections.deque)
def queue(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``deque(xs)``."""
    if kws or len(args) > 1:
        raise UnsupportedError("a deque of a greatest length")
    if not args:
        return Value(Tup((), list), ())
    source = iterated(frame, args[0])
    return gathered(frame, source, item_shape(frame, source))
