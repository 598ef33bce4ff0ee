# pyright: basic, reportGeneralTypeIssues=false, reportAttributeAccessIssue=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportOptionalSubscript=false
"""Sets and dicts over known keys: a bit, or a cell, for each key. And ``x in xs``, of anything.

before  (r, c) in taken
after   taken_ >> (r_ * 3 + c_) & 1
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gametree.compile.frontend import cells
from gametree.compile.frontend.arrays import is_array
from gametree.compile.frontend.coerce import coerce
from gametree.compile.frontend.frame import expression
from gametree.compile.frontend.layout import encode
from gametree.compile.frontend.rules.calling import builtin, method
from gametree.compile.frontend.rules.collecting import generator, item_shape
from gametree.compile.frontend.rules.iterating import iterated
from gametree.compile.frontend.rules.numbers import as_int
from gametree.compile.frontend.rules.sequences import equal
from gametree.compile.frontend.rules.tabulating import RAISES, domain, from_table, tabulated
from gametree.compile.frontend.shapes import (
    ABSENT,
    Dict,
    Int,
    Keyed,
    List,
    Opt,
    Own,
    Packed,
    Shape,
    Some,
    Sym,
    Truth,
    Tup,
    UnsupportedError,
    Wide,
    join,
    key,
    observe,
    slots,
    told,
)  # fmt: skip
from gametree.compile.frontend.values import Lazy, Value, known, parts_of, product_of

if TYPE_CHECKING:
    from gametree.compile.frontend.frame import Frame

MOST_KEYS = 1024


def position_in(frame: Frame, v: Value, keys: Sym) -> str:
    """The number of a value among these keys; −1 where it is none of them."""
    if isinstance(v.shape, Opt):
        there = position_in(frame, Value(v.shape.item, v.codes[1:]), keys)
        return frame.temp(f"({there} if {v.codes[0]} else {keys.code(None)})")
    if isinstance(v.shape, Sym) or (domain(v) is not None and len(domain(v) or ()) <= 256):
        return tabulated(frame, keys.code, v).code if known(v) is None else str(keys.code(known(v)[0]))  # type: ignore
    box = _box(keys)
    if box is None:
        raise UnsupportedError(f"{told(v.shape)} looked up among keys that are no numbers")
    parts = parts_of(v) if isinstance(v.shape, Tup) else [v]
    if len(parts) != len(box):
        return "-1"
    tests, code = [], ""
    for part, (lo, hi) in zip(parts, box, strict=True):
        x = frame.temp(as_int(frame, part))
        shape = part.shape if isinstance(part.shape, Int) else Int()
        if shape.lo is None or shape.lo < lo:
            tests.append(f"{lo} <= {x}")
        if shape.hi is None or shape.hi > hi:
            tests.append(f"{x} <= {hi}")
        own = x if lo == 0 else f"({x} - {lo})" if lo > 0 else f"({x} + {-lo})"
        code = f"({code} * {hi - lo + 1} + {own})" if code else own
    import itertools

    spots = [
        keys.code(p if len(box) > 1 or isinstance(v.shape, Tup) else p[0])
        for p in itertools.product(*(range(lo, hi + 1) for lo, hi in box))
    ]
    if spots != list(range(len(spots))):
        if tests:  # a table must not be read beyond its ends
            name = frame.program.temp("at")
            frame.write(f"{name} = -1")
            with frame.block(f"if {' and '.join(tests)}:"):
                frame.write(f"{name} = {frame.program.table(spots)}[{code}]")
            return name
        return f"{frame.program.table(spots)}[{code}]"
    return frame.temp(f"({code} if {' and '.join(tests)} else -1)") if tests else code


def _box(keys: Sym) -> list[tuple[int, int]] | None:
    """The ranges of keys that are numbers, or tuples of them."""
    values = [k if isinstance(k, tuple) else (k,) for k in keys.values]
    if len({len(k) for k in values}) != 1 or not all(type(x) is int for k in values for x in k):
        return None
    box = [(min(c), max(c)) for c in zip(*values, strict=True)]
    size = 1
    for lo, hi in box:
        size *= hi - lo + 1
    return box if size <= 1 << 14 else None


def contained(frame: Frame, x: Value, xs: Value) -> Value:
    """``x in xs``."""
    if is_array(xs):
        from gametree.compile.frontend.rules.array_reducing import holds

        return holds(frame, x, xs)
    match xs.shape:
        case Keyed(domain=keys):
            at = frame.temp(position_in(frame, x, keys), "at")
            if at == "-1":
                return frame.constant(False)
            there = _there(frame, xs, at)
            sure = at.isdigit() or (isinstance(x.shape, Sym) and all(keys.code(k) >= 0 for k in x.shape.values))
            return Value(Truth(), (there if sure else f"({at} >= 0 and {there})",))
        case Dict():
            from gametree.compile.frontend.rules import dicts

            return dicts.contained(frame, x, xs)
        case Sym(values=values) if len(values) == 1:
            return _in_constant(frame, x, values[0])
        case Sym(values=values):
            if domain(x) is not None:
                return tabulated(frame, lambda a, b: a in b, x, xs)
        case Lazy() if xs.shape.item is None or not isinstance(x.shape, Int):
            pass
    if (
        isinstance(xs.shape, Packed)
        and xs.shape.kind is str
        and isinstance(x.shape, Sym)
        and any(len(w) != 1 for w in x.shape.values)
    ):
        return _word_in(frame, x, xs)
    if isinstance(xs.shape, List | Some) and isinstance(x.shape, Sym) and _is_word_in_letters(x.shape, xs.shape.item):
        raise UnsupportedError("a word looked for in a text of varying length")
    source = iterated(frame, xs)
    name, wanted = frame.program.temp("found"), frame.kept(x)
    frame.write(f"{name} = False")
    with frame.user_loop(compound=source.compound) as loop:

        def one(v: Value) -> None:
            same = equal(frame, v, wanted)
            if known(same) == (False,):
                return
            with frame.block(f"if {same.code}:"):
                frame.write(f"{name} = True")
                frame.leave(loop)

        source.each(frame, one)
    return Value(Truth(), (name,))


def _is_word_in_letters(x: Sym, item: Shape) -> bool:
    letters = isinstance(item, Sym) and all(isinstance(c, str) and len(c) == 1 for c in item.values)
    return letters and any(isinstance(w, str) and len(w) != 1 for w in x.values)


def _word_in(frame: Frame, x: Value, xs: Value) -> Value:
    """A word that is looked for in a text of known length."""
    lengths = {len(w) for w in x.shape.values}  # type: ignore
    if len(lengths) != 1:
        raise UnsupportedError("words of different lengths looked for in a text")
    k, n = lengths.pop(), xs.shape.n  # type: ignore
    held, wanted = frame.kept(xs), frame.kept(x)
    name, i = frame.program.temp("found"), frame.program.temp("i")
    frame.write(f"{name} = {k == 0}")
    letters = [tabulated(frame, lambda w, j=j: w[j], wanted) for j in range(k)]
    with frame.user_loop() as loop, frame.loop(f"for {i} in range({max(0, n - k + 1)}):"):
        tests = [equal(frame, cells.get(frame, held, f"({i} + {j})"), letters[j]).code for j in range(k)]
        with frame.block(f"if {' and '.join(tests) or 'True'}:"):
            frame.write(f"{name} = True")
            frame.leave(loop)
    return Value(Truth(), (name,))


def _in_constant(frame: Frame, x: Value, xs: Any) -> Value:
    if isinstance(xs, range) and not isinstance(x.shape, Sym):
        code = frame.temp(as_int(frame, x))
        low, high = (xs.start, xs.stop - 1) if xs.step > 0 else (xs.stop + 1, xs.start)
        step = f" and ({code} - {xs.start}) % {abs(xs.step)} == 0" if abs(xs.step) != 1 else ""
        return Value(Truth(), (f"({low} <= {code} <= {high}{step})",))
    if domain(x) is not None and len(domain(x) or ()) <= 512:
        return tabulated(frame, lambda a: a in xs, x)
    if isinstance(x.shape, Wide):
        raise UnsupportedError("a wide integer looked for")
    members = [m for m in xs if isinstance(m, int | tuple)]
    if not members:
        return frame.constant(False)
    keys = Sym(tuple({key(m): m for m in members}.values()))
    if _box(keys) is None and all(isinstance(m, int) for m in members) and len(members) <= 16:
        code = frame.temp(as_int(frame, x))
        return Value(Truth(), ("(" + " or ".join(f"{code} == {m}" for m in members) + ")",))
    return Value(Truth(), (f"({position_in(frame, x, keys)} >= 0)",))


def _there(frame: Frame, v: Value, at: str) -> str:
    """Is this key in the set or dict?"""
    shape = v.shape
    assert isinstance(shape, Keyed)
    cell = cells.get(frame, Value(shape.cells, v.codes), at if at.isdigit() else f"max({at}, 0)")
    if shape.is_set:
        return cell.code
    item = shape.cells.item
    if isinstance(item, Sym) and item.values[0] is ABSENT:
        return f"({cell.code} != 0)"
    return "True"


def looked_up(frame: Frame, v: Value, k: Value, default: Value | None = None) -> Value:
    """``d[k]``, ``d.get(k, default)``."""
    if isinstance(v.shape, Sym):
        return _in_table(frame, v, k, default)
    shape = v.shape
    assert isinstance(shape, Keyed)
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    cell = frame.kept(
        cells.get(frame, Value(shape.cells, frame.kept(v).codes), at if at.isdigit() else f"max({at}, 0)")
    )
    item = shape.cells.item
    sparse = isinstance(item, Sym) and item.values[0] is ABSENT
    if frame.tries and default is None:
        with frame.block(f"if {at} < 0{f' or {cell.code} == 0' if sparse and cell.codes else ''}:"):
            frame.write(f"{frame.tries[-1]} = 1")
            frame.write("break")
    if default is None:
        return _present(frame, cell) if sparse else cell
    present = _present(frame, cell) if sparse else cell
    joined = join(present.shape, default.shape)
    one, other = coerce(frame, present, joined), coerce(frame, default, joined)
    test = f"{at} >= 0" + (f" and {cell.code} != 0" if sparse else "")
    return Value(joined, tuple(f"({a} if {test} else {b})" for a, b in zip(one, other, strict=True)))


def _present(frame: Frame, cell: Value) -> Value:
    """What is there, given that something is."""
    values = cell.shape.values[1:]  # type: ignore
    return from_table(frame, [RAISES, *values], lambda: cell.code)


def _in_table(frame: Frame, v: Value, k: Value, default: Value | None) -> Value:
    """A constant dict."""
    fixed = known(v)
    if fixed is None:
        if domain(k) is not None:
            return tabulated(frame, lambda d, x: d[x], v, k)
        raise UnsupportedError("an item of one of several dicts")
    content: dict[Any, Any] = fixed[0]
    plain = default is None or known(default) is not None
    if domain(k) is not None and len(domain(k) or ()) <= 512 and plain:
        if default is None:
            return tabulated(frame, lambda x: content[x], k)
        return tabulated(frame, lambda x: content.get(x, known(default)[0]), k)  # type: ignore
    keys = Sym(tuple(content))
    at = frame.temp(position_in(frame, k, keys), "at")
    if frame.tries and default is None:
        with frame.block(f"if {at} < 0:"):
            frame.write(f"{frame.tries[-1]} = 1")
            frame.write("break")
    if default is None:
        return from_table(frame, list(content.values()), lambda: f"max({at}, 0)")
    if plain:
        return from_table(
            frame, [*content.values(), known(default)[0]], lambda: f"({at} if {at} >= 0 else {len(content)})"
        )  # type: ignore
    found = from_table(frame, list(content.values()), lambda: f"max({at}, 0)")
    joined = join(found.shape, default.shape)  # type: ignore
    one, other = coerce(frame, found, joined), coerce(frame, default, joined)  # type: ignore
    return Value(joined, tuple(f"({a} if {at} >= 0 else {b})" for a, b in zip(one, other, strict=True)))


def keys_of(frame: Frame, v: Value, what: str = "keys") -> Lazy:
    """The keys that are there, in the order of the keys; with what they hold."""
    shape = v.shape
    assert isinstance(shape, Keyed)
    held, board = frame.kept(v), Value(shape.cells, frame.kept(v).codes)

    def each(frame: Frame, body: Any) -> None:
        i = frame.program.temp("k")
        with frame.loop(f"for {i} in range({shape.cells.n}):"):
            k = from_table(frame, list(shape.domain.values), lambda: i)
            test = _there(frame, held, i).replace(f"max({i}, 0)", i)

            def inside() -> None:
                if what == "keys":
                    body(k)
                    return
                cell = cells.get(frame, board, i)
                cell = _present(frame, cell) if isinstance(cell.shape, Sym) and cell.shape.values[0] is ABSENT else cell
                body(product_of([k, cell]) if what == "items" else cell)

            if test == "True":
                inside()
                return
            with frame.block(f"if {test}:"):
                inside()

    sure = not shape.is_set and not (isinstance(shape.cells.item, Sym) and shape.cells.item.values[0] is ABSENT)
    return Lazy(each, shape.cells.n if sure else None, again=True)


def _view(name: str) -> None:
    @method(name)
    def view(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if isinstance(v.shape, Dict):
            from gametree.compile.frontend.rules import dicts

            return Value(dicts.view(frame, frame.kept(v), name), ())
        if not isinstance(v.shape, Keyed):
            raise UnsupportedError(f"{name}() of {told(v.shape)}")
        return Value(keys_of(frame, v, name), ())


for _name in ("keys", "values", "items"):
    _view(_name)


@method("get")
def got(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
    """``d.get(k, default)``."""
    if isinstance(v.shape, Dict):
        from gametree.compile.frontend.rules import dicts

        return dicts.looked_up(frame, v, args[0], args[1] if len(args) > 1 else frame.constant(None))
    return looked_up(frame, v, args[0], args[1] if len(args) > 1 else frame.constant(None))


def size_of(frame: Frame, v: Value) -> str:
    """``len(s)``."""
    from gametree import bits

    shape = v.shape
    assert isinstance(shape, Keyed)
    if shape.is_set:
        return (
            "(" + " + ".join(f"{frame.program.helper(bits.popcount)}({c})" for c in v.codes) + ")" if v.codes else "0"
        )
    name = frame.program.temp("size")
    frame.write(f"{name} = 0")
    keys_of(frame, v).each(frame, lambda _: frame.write(f"{name} += 1"))
    return name


# --- made and changed ------------------------------------------------------------------------------------------------


def keys_for(frame: Frame, k: Value) -> list[Any] | None:
    """All the keys that a value may be; where they are too many, those that it most likely is."""
    keys = domain(k)
    return frame.program.keys_like(k.shape) if keys is None or len(keys) > MOST_KEYS else keys


def local_set(frame: Frame, first: Value) -> Shape:
    """The shape of a set of a function's own, by what is put into it."""
    members = keys_for(frame, first)
    if members is None or len(members) > MOST_KEYS:
        raise UnsupportedError("a set of values that may be too many things")
    keys = Sym(tuple(members))
    return Keyed(keys, Packed(len(members), Truth()), Own)


def set_of(frame: Frame, v: Value, shape: Keyed | None = None) -> Value:
    """``set(xs)``."""
    if isinstance(v.shape, Keyed) and v.shape.is_set and shape is None:
        return v
    source = iterated(frame, v)
    if shape is None:
        shape = local_set(frame, Value(item_shape(frame, source), ("",)))  # type: ignore
    assert shape is not None
    names = tuple(frame.program.temp("set") for _ in range(slots(shape)))
    if names:
        frame.write(f"{' = '.join(names)} = 0")

    def add(x: Value) -> None:
        new = with_key(frame, Value(shape, names), x, frame.constant(True))
        if names:
            frame.write(f"{', '.join(names)} = {', '.join(new.codes)}")

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return Value(shape, names)


def empty_keyed(frame: Frame, shape: Shape) -> tuple[str, ...]:
    """A set or dict with nothing in it."""
    if not isinstance(shape, Keyed):
        raise UnsupportedError("an empty list that becomes something else")
    return tuple(map(str, encode(shape.kind(), shape)))


def with_key(frame: Frame, v: Value, k: Value, new: Value) -> Value:
    """``d[k] = x``, ``s.add(k)``: a key without a place stops the compiled form."""
    from gametree.compile.frontend.rules.sequences import grown
    from gametree.compile.frontend.runtime import fit

    shape = v.shape
    assert isinstance(shape, Keyed)
    if shape.kind is Own and (room := join(shape, local_set(frame, k))) != shape:
        v, shape = Value(room, coerce(frame, v, room)), room
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    sure = at.isdigit() or (
        isinstance(k.shape, Sym | Int) and all(shape.domain.code(x) >= 0 for x in domain(k) or [None])
    )
    if not sure:
        frame.write(f"{frame.program.helper(fit)}({at}, 0, {shape.cells.n - 1})")
    item = shape.cells.item
    grown_item = item if shape.is_set or (isinstance(item, Sym) and item.values[0] is ABSENT) else grown(item, new)
    if isinstance(item, Sym) and item.values[0] is ABSENT and isinstance(new.shape, Sym):
        grown_item = join(item, new.shape)
    board = Packed(shape.cells.n, grown_item, shape.cells.kind)
    held = frame.kept(Value(board, coerce(frame, Value(shape.cells, v.codes), board)))
    made = cells.put(frame, held, at, coerce(frame, new, grown_item))
    return frame.kept(Value(Keyed(shape.domain, board, shape.kind), made.codes))


def without_key(frame: Frame, v: Value, k: Value) -> Value:
    """``del d[k]``."""
    shape = v.shape
    assert isinstance(shape, Keyed)
    item = shape.cells.item
    if not shape.is_set and not (isinstance(item, Sym) and item.values[0] is ABSENT):
        raise UnsupportedError("a key deleted from a dict that has always all of them")
    at = frame.temp(position_in(frame, k, shape.domain), "at")
    gone = ("False",) if shape.is_set else ("0",)
    made = cells.put(frame, Value(shape.cells, frame.kept(v).codes), at if at.isdigit() else f"max({at}, 0)", gone)
    if at.isdigit():
        return frame.kept(Value(shape, made.codes))
    return frame.kept(
        Value(shape, tuple(f"({new} if {at} >= 0 else {old})" for new, old in zip(made.codes, v.codes, strict=True)))
    )


def without_first(frame: Frame, v: Value) -> tuple[Value, Value]:
    """``s.pop()``: a member, here the first one there is, and the set without it."""
    from gametree.compile.frontend.rules.reducing import first

    one = frame.kept(first(frame, [Value(keys_of(frame, v), ())], {}))
    return one, without_key(frame, v, one)


def changed(frame: Frame, v: Value, name: str, args: list[Value]) -> Value:
    """``s.add(x)``, ``s.discard(x)``, ``s.update(xs)``, ``d.pop(k)``."""
    match name:
        case "add":
            return with_key(frame, v, args[0], frame.constant(True))
        case "discard" | "remove" | "pop" if args:
            return without_key(frame, v, args[0])
        case "pop":
            return without_first(frame, v)[1]
        case "clear":
            return Value(v.shape, empty_keyed(frame, v.shape))
        case "update" if v.shape.is_set:  # type: ignore
            return operation(frame, "|", v, set_of(frame, args[0], v.shape))  # type: ignore
    raise UnsupportedError(f"the method {name} of a set or dict")


def operation(frame: Frame, symbol: str, a: Value, b: Value) -> Value:
    """``& | - ^ <= <`` of sets: of their bits."""
    shapes = [v.shape for v in (a, b) if isinstance(v.shape, Keyed)]
    shape = shapes[0] if len(shapes) == 1 else join(*shapes)
    if not isinstance(shape, Keyed) or not shape.is_set:
        raise UnsupportedError(f"{symbol} of dicts")
    if len(shapes) == 1:  # the other may have keys of its own
        other = b if a.shape is shapes[0] else a
        if isinstance(other.shape, Tup | Packed | List | Lazy):
            made = set_of(frame, other, shape)
            a, b = (a, made) if other is b else (made, b)
        elif isinstance(other.shape, Sym):
            extra = [m for x in other.shape.values for m in x]
            missing = [m for m in extra if shape.domain.code(m) < 0]
            if missing:
                keys = Sym((*shape.domain.values, *{key(m): m for m in missing}.values()))
                shape = Keyed(keys, Packed(len(keys.values), Truth()), shape.kind)
    x = frame.kept(Value(shape, coerce(frame, a, shape)))
    y = frame.kept(Value(shape, coerce(frame, b, shape)))
    pairs = list(zip(x.codes, y.codes, strict=True))
    if symbol in ("<=", "<", ">=", ">"):
        if symbol[0] == ">":
            pairs = [(q, p) for p, q in pairs]
        inside = " and ".join(f"{p} & {q} == {p}" for p, q in pairs)
        unequal = "" if len(symbol) == 2 else f" and ({' or '.join(f'{p} != {q}' for p, q in pairs)})"
        return Value(Truth(), (f"({inside}{unequal})",))
    form = {"&": "({0} & {1})", "|": "({0} | {1})", "^": "({0} ^ {1})", "-": "({0} & ~{1})"}
    if symbol not in form:
        raise UnsupportedError(f"{symbol} of sets")
    return frame.kept(Value(shape, tuple(form[symbol].format(p, q) for p, q in pairs)))


def _named(name: str, symbol: str) -> None:
    @method(name)
    def rule(frame: Frame, v: Value, args: list[Value], kws: dict[str, Value]) -> Value:
        if not isinstance(v.shape, Keyed):
            v = set_of(frame, v)
        other = args[0] if isinstance(args[0].shape, Keyed | Sym) else set_of(frame, args[0])
        if symbol == "disjoint":
            both = operation(frame, "&", v, other)
            return Value(Truth(), ("(" + " and ".join(f"{c} == 0" for c in both.codes) + ")",))
        return operation(frame, symbol, v, other)


for _name, _symbol in (
    ("union", "|"), ("intersection", "&"), ("difference", "-"), ("symmetric_difference", "^"),
    ("issubset", "<="), ("issuperset", ">="), ("isdisjoint", "disjoint"),
):  # fmt: skip
    _named(_name, _symbol)


@builtin(set, frozenset)
def to_set(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``set(xs)``."""
    if not args:
        return frame.constant(frozenset())
    fixed = known(args[0])
    return frame.constant(frozenset(fixed[0])) if fixed is not None else set_of(frame, args[0])


@expression(ast.Set)
def set_display(frame: Frame, node: ast.Set) -> Value:
    """``{a, b}``."""
    value = product_of([frame.expr(e) for e in node.elts])
    fixed = known(value)
    if fixed is not None:
        return frame.constant(frozenset(fixed[0]))
    try:
        return set_of(frame, value)
    except UnsupportedError:
        return Value(Tup(value.shape.items, frozenset), value.codes)  # type: ignore


@expression(ast.SetComp)
def set_comprehension(frame: Frame, node: ast.SetComp) -> Value:
    """``{f(x) for x in xs}``."""
    return set_of(frame, Value(generator(frame, node), ()))


@builtin(dict)
def to_dict(frame: Frame, args: list[Value], kws: dict[str, Value]) -> Value:
    """``dict(d)``: a copy."""
    if len(args) == 1 and not kws:
        if isinstance(args[0].shape, Keyed):
            return args[0]
        if isinstance(args[0].shape, Dict):
            from gametree.compile.frontend.rules import dicts

            return dicts.duplicate(args[0])
        if (fixed := known(args[0])) is not None and isinstance(fixed[0], dict):
            shape = observe([fixed[0]], exact=True)
            return Value(shape, tuple(map(str, encode(fixed[0], shape))))
    raise UnsupportedError("dict made of something else than a dict")


@expression(ast.DictComp)
def dict_comprehension(frame: Frame, node: ast.DictComp) -> Value:
    """``{f(x): g(x) for x in xs}``."""
    source = generator(frame, node, (node.key, node.value))
    pair = item_shape(frame, source)
    assert isinstance(pair, Tup)
    keys = domain(Value(pair.items[0], ("",)))
    if keys is None or len(keys) > MOST_KEYS:
        raise UnsupportedError("a dict whose keys may be too many things")
    item = pair.items[1]
    sparse = Sym((ABSENT, *(domain(Value(item, ("",))) or ())))
    if len(sparse.values) < 2 or len(sparse.values) > 256:
        raise UnsupportedError("a dict whose values may be too many things")
    shape = Keyed(Sym(tuple(keys)), Packed(len(keys), sparse), dict)
    names = tuple(frame.program.temp("dict") for _ in range(slots(shape)))
    frame.write(f"{' = '.join(names)} = 0")

    def add(v: Value) -> None:
        k, x = parts_of(v)
        new = with_key(frame, Value(shape, names), k, x)
        frame.write(f"{', '.join(names)} = {', '.join(coerce(frame, new, shape))}")

    with frame.user_loop(compound=True):
        source.each(frame, add)
    return Value(shape, names)


@expression(ast.Dict)
def dict_display(frame: Frame, node: ast.Dict) -> Value:
    """``{**d, k: v}``, and dicts of constants."""
    made: Value | None = None
    if all(k is not None for k in node.keys):
        keys, values = [frame.expr(k) for k in node.keys], [frame.expr(v) for v in node.values]
        known_keys, known_values = [known(k) for k in keys], [known(v) for v in values]
        if all(k is not None for k in known_keys):
            if all(v is not None for v in known_values):
                return frame.constant({k[0]: v[0] for k, v in zip(known_keys, known_values, strict=True)})  # type: ignore
            domain_ = Sym(tuple(k[0] for k in known_keys))  # type: ignore
            from gametree.compile.frontend.shapes import join_all

            board = Packed(len(keys), join_all(v.shape for v in values), tuple)
            built = cells.build(frame, board, [coerce(frame, v, board.item) for v in values])
            return frame.kept(Value(Keyed(domain_, board, dict), built.codes))
    for k, v in zip(node.keys, node.values, strict=True):
        if k is None:
            if made is not None:
                raise UnsupportedError("two dicts joined")
            made = frame.expr(v)
        else:
            if made is None or not isinstance(made.shape, Keyed):
                raise UnsupportedError("a dict made here with keys that are not known")
            made = with_key(frame, made, frame.expr(k), frame.expr(v))
    if made is None:
        raise UnsupportedError("an empty dict")
    return made
