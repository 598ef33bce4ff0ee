# pyright: basic
# pyright: reportAttributeAccessIssue=false, reportCallIssue=false, reportArgumentType=false
# (Numba's own annotations are wrong here: of tuples, of contexts made lazily, of intrinsics, which are called without
# their typing context)
# ruff: noqa: PLW0108
# (what is compiled must be a Python function; an intrinsic is none)
"""A game becomes a compile-time constant.

The Numba type of a game carries the instance. In a kernel ``search(game, …)`` therefore

- ``game.method(…)`` is a direct call of the method, compiled for this very game;
- an integer, a float or a tuple of them folds to a constant; a list is read as a tuple;
- an array is data: at run time a game is one pointer, to a table of the addresses of its arrays.

The type's identity is the digest of the rules (``digest.py``), so a kernel is compiled again when the rules change, and
found again when they change back. A state crosses into kernels as a flat tuple of 64-bit words, ``pack`` and ``unpack``
being free: signatures then name no class of the user's, and can be kept on disk and read back where his file is absent.

``kernel`` is the decorator of every compiled entry point. Its cache keeps one file per kernel and game (``cache.py``).
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import pickle
import sys
import textwrap
import threading
from functools import cache as memoise
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, compiler, serialize
from numba.core.caching import _Cache
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.generators import GeneratorDescriptor
from numba.core.imputils import lower_getattr_generic
from numba.core.registry import cpu_target
from numba.core.typeinfer import TypeInferer
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import NativeValue, intrinsic, lower_builtin, overload, register_model, typeof_impl, unbox
from numba.np import arrayobj

from gametree import bits, cache
from gametree.digest import definitions, digest, function_of, names_in
from gametree.game import Game, even, provides

if TYPE_CHECKING:
    from collections.abc import Callable

    from gametree.game import AnyGame

WORD = ir.IntType(64)
OPTIONS: Any = {"nogil": True, "error_model": "numpy"}
IN_PLACE: Any = {**OPTIONS, "forceinline": True}
ASKED_OFTEN = ("foresee", "candidates", "order")
"""Hooks that are small and asked at every node, or for every move: they, and what they call, are compiled into the
place where they are asked."""
SUPER = "super_of_"

# --- the type of a game ----------------------------------------------------------------------------------------------


class GameType(types.Type):
    """The Numba type of one set of rules. ``game`` is an instance, set by ``typeof``; it is never pickled."""

    game: AnyGame

    def __init__(self, label: str, identity: str):
        self.label, self.identity = label, identity
        super().__init__(name=f"{label}:{identity}")

    @property
    def key(self):
        return self.name

    def __reduce__(self):
        return GameType, (self.label, self.identity)


_types: dict[str, GameType] = {}


@typeof_impl.register(Game)
def game_type(game: AnyGame, _context: object = None) -> GameType:
    """The Numba type of a game; its methods are compiled for the instance that came first with these rules."""
    identity = digest(game)
    if identity not in _types:
        typ = GameType(type(game).__qualname__, identity)
        typ.game = game
        _types[identity] = typ
    return _types[identity]


@register_model(GameType)
class _GameModel(models.PrimitiveModel):
    def __init__(self, manager, fe_type):
        super().__init__(manager, fe_type, WORD.as_pointer())


@unbox(GameType)
def _unbox_game(_typ, obj, c):
    table = c.pyapi.unserialize(c.pyapi.serialize_object(array_table))
    address = c.pyapi.call_function_objargs(table, (obj,))
    word = c.pyapi.number_as_ssize_t(address)
    c.pyapi.decref(address)
    c.pyapi.decref(table)
    return NativeValue(c.builder.inttoptr(word, WORD.as_pointer()))


def array_names(game: AnyGame) -> list[str]:
    """The names of a game's arrays, in the order of the table."""
    names = set(vars(game)).union(*(vars(c) for c in type(game).__mro__))
    return sorted(n for n in names if not n.startswith("__") and isinstance(getattr(game, n, None), np.ndarray))


_tables: WeakKeyDictionary[AnyGame, np.ndarray] = WeakKeyDictionary()


def array_table(game: AnyGame) -> int:
    """The address of the table of the addresses of a game's arrays; it lives as long as the game.

    The table is written anew on every entry, so that a game may be given another array of the same shape.
    """
    names = array_names(game)
    table = _tables.setdefault(game, np.zeros(len(names) + 1, np.int64))
    for slot, name in enumerate(names):
        table[slot] = getattr(game, name).ctypes.data
    return table.ctypes.data


# --- methods and attributes ------------------------------------------------------------------------------------------

_jitted: dict[tuple[str, FunctionType, type | None], Any] = {}


def jitted(identity: str, function: FunctionType, owner: type | None = None) -> Any:
    """A plain function or method, compiled; the helpers that it names are compiled with it.

    Numba freezes a module's constants and helpers when it compiles. So what is compiled belongs to one ``identity`` of
    the rules: a notebook may change a constant and ask again.
    """
    key = identity, function, owner
    if key not in _jitted:
        scope = dict(function.__globals__)
        copy = _without_super(function, owner, scope) if "__class__" in function.__code__.co_freevars else None
        if copy is None:
            copy = FunctionType(
                function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
            )
        copy.__kwdefaults__, copy.__qualname__ = function.__kwdefaults__, function.__qualname__
        copy.__module__ = __name__  # one that can be imported where the cache is read: a user's file cannot
        _jitted[key] = njit(**(IN_PLACE if function.__name__ in ASKED_OFTEN else OPTIONS))(copy)
        for name in names_in(copy.__code__):
            helper = scope.get(name)
            if isinstance(helper, FunctionType) and not _known_to_numba(helper):
                scope[name] = jitted(identity, helper)
    return _jitted[key]


def _known_to_numba(function: FunctionType) -> bool:
    return cpu_target.typing_context._lookup_global(function) is not None


def _without_super(function: FunctionType, owner: type | None, scope: dict[str, Any]) -> FunctionType:
    """The method with ``super().name`` rewritten to an attribute that names the class from which to look on."""
    source = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(source)
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    method = tree.body[0]
    assert isinstance(method, ast.FunctionDef)
    this = method.args.args[0].arg

    class Rewrite(ast.NodeTransformer):
        def visit_Attribute(self, node):
            self.generic_visit(node)
            match node.value:
                case ast.Call(func=ast.Name(id="super"), args=[]):
                    node.attr = f"{SUPER}{owner.__qualname__ if owner else ''}.{node.attr}"
                    node.value = ast.copy_location(ast.Name(this, ast.Load()), node)
            return node

    method.decorator_list = []
    rewritten = ast.fix_missing_locations(Rewrite().visit(tree))
    local: dict[str, Any] = {}
    exec(compile(rewritten, function.__code__.co_filename, "exec"), scope, local)
    return local[function.__name__]


def _method(game: AnyGame, attr: str) -> tuple[type, object] | None:
    """The class that defines a method for this game, and its definition; ``super()`` looks beyond its own class."""
    found = None
    if attr.startswith(SUPER):
        owner, _, attr = attr.removeprefix(SUPER).rpartition(".")
        line = list(definitions(type(game), attr))
        mro = [c.__qualname__ for c in type(game).__mro__]
        found = next(((c, d) for c, d in line if mro.index(c.__qualname__) > mro.index(owner)), None)
    elif attr not in vars(game):
        found = next(iter(definitions(type(game), attr)), None)
    if found is None or isinstance(found[1], property) or function_of(found[1]) is None:
        return None
    return found


def constant(game: AnyGame, attr: str) -> Any:
    """The value that an attribute has in compiled code. Lists are read as tuples, whole floats stay floats."""
    if attr in DERIVED:
        return DERIVED[attr](game)
    return _frozen(getattr(game, attr))


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        items = [_frozen(v) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, np.integer | np.bool_):
        return value.item()
    return value


def _scale(game: AnyGame) -> int:
    """Units of score per unit of payoff: the largest power of two that keeps a payoff within 25 bits."""
    low, high = game.bounds
    reach = max(high - low, 1)
    return 1 << max(0, 24 - int(reach).bit_length()) if np.isfinite(reach) else 1 << 4


def _repeats(game: AnyGame) -> bool:
    """Does it matter whether a position was there before?"""
    return game.repetition != "ignore" or provides(game, "repeated")


DERIVED: dict[str, Callable[[AnyGame], Any]] = {
    "_scale": _scale,
    "_even": lambda game: round(even(game) * _scale(game)) if np.isfinite(even(game)) else 0,
    "_low": lambda game: round(max(game.bounds[0], -1e6) * _scale(game)),
    "_high": lambda game: round(min(game.bounds[1], 1e6) * _scale(game)),
    "_relative": lambda game: game.evaluation == "relative",
    "_hasty": lambda game: bool(game.haste),
    "_reaches": lambda game: provides(game, "reach") and game.evaluation == "utility" and not game.haste,
    "_tactical": lambda game: provides(game, "tactics"),
    "_nullable": lambda game: provides(game, "null"),
    "_estimates": lambda game: provides(game, "evaluate"),
    "_foresees": lambda game: provides(game, "foresee"),
    "_threatens": lambda game: provides(game, "threatened"),
    "_finishes": lambda game: provides(game, "finish"),
    "_choosy": lambda game: provides(game, "candidates"),
    "_symmetric": lambda game: provides(game, "symmetries") and not _repeats(game) and not provides(game, "key"),
    "_ordered": lambda game: provides(game, "order"),
    "_constant": lambda game: game.total is not None,
    "_total": lambda game: float(game.total or 0),
    "_repeats": _repeats,
    "_repeats_pay": lambda game: provides(game, "repeated"),
    "_repeats_illegal": lambda game: game.repetition == "illegal",
    "_repeats_loss": lambda game: game.repetition == "loss",
}
"""What kernels may ask of a game beside its own attributes; all of it follows from what is digested."""

_lowered: set[tuple[Any, ...]] = set()


@infer_getattr
class _GameAttributes(AttributeTemplate):
    key = GameType

    def generic_resolve(self, typ, attr):
        found = _method(typ.game, attr)
        if found is None:
            if not hasattr(typ.game, attr) and attr not in DERIVED:
                return None
            value = constant(typ.game, attr)
            try:
                return self.context.resolve_value_type(value)
            except ValueError:
                raise TypingError(f"attribute self.{attr} is a <class '{type(value).__name__}'>") from None
        owner, definition = found
        function = function_of(definition)
        assert function is not None
        dispatcher = types.Dispatcher(jitted(typ.identity, function, owner))
        if isinstance(definition, staticmethod):
            return dispatcher
        method_key = (GameType, attr, typ.name)

        class Method(AbstractTemplate):
            key = method_key

            def generic(self, args, kws):
                signature = dispatcher.get_call_type(self.context, (typ, *args), kws)
                return signature.as_method() if signature else None

        if method_key not in _lowered:
            _lowered.add(method_key)

            @lower_builtin(method_key, typ, types.VarArg(types.Any))
            def _call(context, builder, signature, args):
                return context.get_function(dispatcher, signature)(builder, args)

        return types.BoundFunction(Method, typ)


@lower_getattr_generic(GameType)
def _lower_attribute(context, builder, typ, value, attr):
    found = _method(typ.game, attr)
    if found is not None:
        return context.get_dummy_value() if isinstance(found[1], staticmethod) else value
    content = constant(typ.game, attr)
    kind = context.typing_context.resolve_value_type(content)
    if not isinstance(content, np.ndarray):
        return context.get_constant_generic(builder, kind, content)
    slot = array_names(typ.game).index(attr)
    address = builder.load(builder.gep(value, [ir.Constant(WORD, slot)]))
    data = builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer())
    array = context.make_array(kind)(context, builder)

    def extent(numbers):
        return cgutils.pack_array(builder, [ir.Constant(WORD, n) for n in numbers], ty=WORD)

    itemsize = ir.Constant(WORD, content.itemsize)
    arrayobj.populate_array(
        array, data=data, shape=extent(content.shape), strides=extent(content.strides), itemsize=itemsize, meminfo=None
    )
    return array._getvalue()


# --- states as words -------------------------------------------------------------------------------------------------


def words_of(state: Any) -> tuple[int, ...]:
    """A state flattened to the words that kernels take; what is not made of 64-bit integers is refused.

    >>> words_of((1, (2, 3)))
    (1, 2, 3)
    """
    if isinstance(state, tuple):
        return tuple(word for item in state for word in words_of(item))
    if isinstance(state, bool | int | np.integer | np.bool_):
        if -(1 << 63) <= state < 1 << 63:
            return (int(state),)
        raise NotCompiledError(f"the state holds {state}, which does not fit into 64 bits")
    raise NotCompiledError(f"the state holds {state!r} ({type(state).__name__}); compiled states hold integers only")


def state_of(game: AnyGame, words: tuple[int, ...]) -> Any:
    """The state that these words stand for.

    >>> from gametree import load
    >>> state_of(load("connect4"), (1, 2))
    State(first=1, second=2)
    """
    return _rebuild(game.initial(), iter(words))


def _rebuild(like: Any, words: Any) -> Any:
    if isinstance(like, tuple):
        items = [_rebuild(item, words) for item in like]
        return type(like)(*items) if hasattr(like, "_fields") else tuple(items)
    return int(next(words))


def _state_type(like: Any) -> types.Type:
    """The Numba type of states of this form: 64-bit integers throughout."""
    if not isinstance(like, tuple):
        return types.int64
    kinds = [_state_type(item) for item in like]
    uniform = len(set(kinds)) == 1
    if hasattr(like, "_fields"):
        return types.NamedUniTuple(kinds[0], len(kinds), type(like)) if uniform else types.NamedTuple(kinds, type(like))
    return types.UniTuple(kinds[0], len(kinds)) if uniform else types.Tuple(kinds)


def _count(kind: types.Type) -> int:
    return sum(map(_count, kind.types)) if isinstance(kind, types.BaseTuple) else 1


def packed_type(state: types.Type) -> types.Type | None:
    """The type of a state's words: as many 64-bit integers as it holds numbers."""

    def integers(kind):
        if isinstance(kind, types.BaseTuple):
            return all(map(integers, kind.types))
        if isinstance(kind, types.Float):
            raise TypingError("a state holds a float where an integer belongs")
        return isinstance(kind, types.Integer | types.Boolean)

    return types.UniTuple(types.int64, _count(state)) if integers(state) else None


def emit_pack(context, builder, kind, value):
    """The code that flattens a state."""

    def flatten(kind, value):
        if isinstance(kind, types.BaseTuple):
            for i, item in enumerate(kind.types):
                yield from flatten(item, builder.extract_value(value, i))
        else:
            yield context.cast(builder, value, kind, types.int64)

    return context.make_tuple(builder, types.UniTuple(types.int64, _count(kind)), list(flatten(kind, value)))


def unpacked_type(game: types.Type, words: types.Type) -> types.Type | None:
    """The type of the state that these words stand for in this game."""
    if not isinstance(game, GameType):
        return None
    kind = _state_type(game.game.initial())
    if _count(kind) != words.count:
        raise TypingError(f"a state of {words.count} words, where the initial state has {_count(kind)}")
    return kind


def emit_unpack(context, builder, kind, value):
    """The code that builds a state from its words."""

    def build(kind, words):
        if isinstance(kind, types.BaseTuple):
            return context.make_tuple(builder, kind, [build(item, words) for item in kind.types])
        return next(words)

    return build(kind, iter(cgutils.unpack_tuple(builder, value, _count(kind))))


@intrinsic
def pack(typingctx, state):
    """A state as a flat tuple of words."""
    flat = packed_type(state)
    return flat and (flat(state), lambda context, builder, _, args: emit_pack(context, builder, state, args[0]))


@intrinsic
def unpack(typingctx, game, words):
    """The state that a flat tuple of words stands for in this game."""
    kind = unpacked_type(game, words)
    return kind and (kind(game, words), lambda context, builder, _, args: emit_unpack(context, builder, kind, args[1]))


@intrinsic
def pointer(typingctx, address):
    """An integer address as a pointer, for ``carray``: one word to pass where an array is seven."""

    def codegen(_context, builder, _signature, args):
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(address), codegen


@intrinsic
def prefetch(typingctx, address):
    """Have the processor fetch what lies at an address; nothing waits for it."""

    def codegen(context, builder, _signature, args):
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.inttoptr(args[0], byte), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(types.int64), codegen


# --- bits, compiled --------------------------------------------------------------------------------------------------


def _unary(name: str) -> Any:
    """An intrinsic for an LLVM instruction on one 64-bit word; counting zeros of 0 gives 64."""

    @intrinsic
    def instruction(typingctx, x):
        def codegen(_context, builder, _signature, args):
            flag = [ir.Constant(ir.IntType(1), 0)] if name.startswith("llvm.ct") and name != "llvm.ctpop" else []
            kinds = [WORD, ir.IntType(1)] if flag else [WORD]
            function = builder.module.declare_intrinsic(name, [WORD], ir.FunctionType(WORD, kinds))
            return builder.call(function, [args[0], *flag])

        return types.int64(types.int64), codegen

    return instruction


_ctpop, _cttz, _ctlz, _bswap = map(_unary, ("llvm.ctpop", "llvm.cttz", "llvm.ctlz", "llvm.bswap"))


@intrinsic
def _replaced(typingctx, t, i, value):
    """A tuple with one item replaced, chosen at run time; nothing is replaced where the index is out of range."""
    if not (isinstance(t, types.UniTuple | types.NamedUniTuple) and isinstance(i, types.Integer)):
        return None

    def codegen(context, builder, _signature, args):
        new = context.cast(builder, args[2], value, t.dtype)
        result = args[0]
        for slot in range(t.count):
            here = builder.icmp_signed("==", args[1], ir.Constant(args[1].type, slot))
            result = builder.insert_value(result, builder.select(here, new, builder.extract_value(result, slot)), slot)
        return result

    return t(t, i, value), codegen


def _ones(x):
    while x:
        yield _cttz(x)
        x &= x - 1


_BITS: dict[Callable[..., Any], Callable[..., Any]] = {
    bits.signed: lambda x: x,
    bits.bit: lambda i: np.int64(1) << i,
    bits.popcount: lambda x: _ctpop(x),
    bits.lowest: lambda x: _cttz(x),
    bits.highest: lambda x: 63 - _ctlz(x),
    bits.without_lowest: lambda x: x & (x - 1),
    bits.ones: _ones,
    bits.shift_left: lambda x, n: x << n,
    bits.shift_right: lambda x, n: np.int64(np.uint64(x) >> np.uint64(n)),
    bits.flip_rows: lambda x: _bswap(x),
    bits.put: lambda t, i, value: _replaced(t, i, value),
}
"""How each function of ``bits`` is compiled."""


def compile_as(plain: Callable[..., Any], compiled: Callable[..., Any], options: Any = OPTIONS) -> None:
    """Have compiled code that calls one function call another one, of the same parameters, compiled."""
    names = ", ".join(inspect.signature(plain).parameters)
    scope: dict[str, Any] = {"compiled": compiled}
    exec(f"def implementation({names}): return compiled", scope)
    overload(plain, inline="never", jit_options=options)(scope["implementation"])


for _plain, _compiled in _BITS.items():
    compile_as(_plain, _compiled)

# --- kernels and their cache -----------------------------------------------------------------------------------------


class NotCompiledError(Exception):
    """A game that cannot be compiled; the message says why, in one line."""


@memoise
def _package_stamp(folder: str) -> str:
    """A digest of our own compiled sources, those of a kernel's folder and those that all use: a new version of a
    kernel is a new kernel."""
    here = Path(__file__).parent
    common = [here / "compile.py", here / "bits.py", here / "digest.py", *(here / "engine").glob("*.py")]
    files = sorted({*common, *Path(folder).glob("*.py")})
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


class _KernelCache(_Cache):
    """The cache of one kernel, as Numba's dispatchers want it: one file per signature."""

    def __init__(self, function: Callable[..., Any]):
        self.name, self.folder = function.__name__, str(Path(inspect.getfile(function)).parent)

    @property
    def cache_path(self):
        return str(cache.folder())

    def _key(self, sig, codegen):
        text = repr(
            (str(sig), numba.__version__, sys.version_info[:3], codegen.magic_tuple(), _package_stamp(self.folder))
        )
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"

    def load_overload(self, sig, target_context):
        target_context.refresh()
        payload = cache.read(self._key(sig, target_context.codegen()))
        if payload is None:
            return None
        try:
            parts = pickle.loads(payload)
        except (ImportError, AttributeError):  # it names a module or a function that has moved since: compile anew
            return None
        return compiler.CompileResult._rebuild(target_context, *parts)

    def save_overload(self, sig, data):
        if not data.library.has_dynamic_globals:
            cache.write(self._key(sig, data.codegen), serialize.dumps(data._reduce()))

    def enable(self):
        raise NotImplementedError

    disable = flush = enable


_kernels: dict[Any, types.Type] = {}
"""What each kernel returns."""
_guess_return_type = TypeInferer.return_types_from_partial


def _return_type(inferer: Any) -> Any:
    """What a function that calls itself returns: of a kernel that is known, and for others Numba guesses.

    Numba guesses anew, by typing the whole function, at each call of itself and in each round; for a kernel that calls
    itself in five places that was four fifths of the time to compile.
    """
    return _kernels.get(inferer.func_id.func) or _guess_return_type(inferer)


TypeInferer.return_types_from_partial = _return_type
_describe_generator: Any = GeneratorDescriptor.from_generator_fndesc


def _generator_in_place(func_ir: Any, fndesc: Any, gentype: Any, mangler: Any) -> Any:
    """What compiles a generator's steps: into their place if the generator is to be; Numba would always call them."""
    described = _describe_generator(func_ir, fndesc, gentype, mangler)
    described.inline = fndesc.inline
    return described


GeneratorDescriptor.from_generator_fndesc = _generator_in_place


def kernel(function: Callable[..., Any], returns: types.Type = types.int64) -> Any:
    """A compiled entry point: a module-level function whose first argument is a game. Runs without the GIL. One that
    calls itself returns an integer, unless it is said what."""
    dispatcher: Any = njit(**OPTIONS)(function)
    _kernels[function] = returns
    dispatcher._cache = _KernelCache(function)
    return dispatcher


def real_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that returns a float."""
    return kernel(function, types.float64)


def cached(entry: Any, *args: Any) -> bool:
    """Can this kernel start at once for these arguments, without compiling anything?"""
    sig = tuple(numba.typeof(a) for a in args)
    if sig in entry.overloads:
        return True
    return cache.read(entry._cache._key(sig, cpu_target.target_context.codegen())) is not None


_failures: dict[tuple[Any, ...], str] = {}


def _compile_aside(entry: Any, sig: tuple[Any, ...], game: AnyGame) -> None:
    """Compile in a thread of its own: a Ctrl-C that came while LLVM calls back into Python would be lost."""
    from gametree.explain import explain

    errors: list[Exception] = []

    def work() -> None:
        try:
            entry.compile(sig)
        except Exception as error:  # whatever stops the compiler, the game can still be run interpreted
            errors.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
    if errors:
        _failures[sig] = explain(errors[0], game)
        raise NotCompiledError(_failures[sig]) from errors[0]


def prepare(entry: Any, *args: Any, quiet: bool = False) -> Callable[..., Any]:
    """Compile a kernel for these arguments, or fetch it from the cache; say so on stderr when it will take a while.

    What is returned is the kernel for arguments of these very types: it does not look at the game's rules again.
    Raises NotCompiledError, with the reason in one line, where the rules cannot be compiled.
    """
    sig = tuple(numba.typeof(a) for a in args)
    if sig in entry.overloads:
        return entry.overloads[sig].entry_point
    if sig in _failures:
        raise NotCompiledError(_failures[sig])
    fresh = not cached(entry, *args)
    line = f"compiling {type(args[0]).__name__} …"
    if fresh and not quiet:
        print(line, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    try:
        _compile_aside(entry, sig, args[0])
    finally:
        if fresh and not quiet and sys.stderr.isatty():
            print("\r" + " " * len(line) + "\r", end="", file=sys.stderr, flush=True)
    return entry.overloads[sig].entry_point
