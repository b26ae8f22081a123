"""How rules are compiled: what Python calls is a door, and only doors become machine code.

Numba by itself optimises every function, wraps it for Python and C and translates it, whoever calls it, and
optimises it again in every caller that it is linked into. A rule has two sides instead. Where other rules call it, it
is typed and written down as plain code of LLVM, once in a process. Where Python calls it, it is a door: all that it
reaches is linked into one module, optimised as a whole, translated, and kept in the cache.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

from numba import _dynfunc
from numba.core import compiler, sigutils, typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher

from . import cache, lineage, records

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
WAY_IN, ENVIRONMENT = "_ZN7cpython", "_ZN08NumbaEnv"  # how Numba's names of these begin
TIDY = 1  # how hard LLVM works on each function alone: enough to make it short, since the whole is optimised later

# They look for closures, `with` blocks, literals to be unrolled and whole arrays: a rule has none.
IDLE_PASSES = frozenset(
    {
        untyped_passes.WithLifting,
        untyped_passes.InlineClosureLikes,
        untyped_passes.InlineInlinables,
        untyped_passes.MakeFunctionToJitFunction,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.LiteralUnroll,
        untyped_passes.LiteralPropagationSubPipelinePass,
        typed_passes.NopythonRewrites,
        typed_passes.InlineOverloads,
        typed_passes.DumpParforDiagnostics,
    }
)


# ---------------------------------------------------------------- code


class PlainCode(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, as others take it in: neither linked with what it calls nor translated."""

    _whole: Any = None

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            passes, builder = self._codegen._function_pass_manager(opt=TIDY)
            passes.run(function, builder)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True

    def reached(self) -> list[Any]:
        """This code and all that it calls, each once."""
        found: dict[Any, None] = {}
        left: list[Any] = [self]
        while left:
            code = left.pop()
            if code not in found:
                found[code] = None
                # What Numba compiled by itself is linked with what it calls.
                left += code._linking_libraries if isinstance(code, PlainCode) else []
        return list(found)

    def alone(self) -> Any:
        """The code of this function and of no other, to be linked in."""
        return super()._get_module_for_linking()

    def take_in(self, module: Any) -> None:
        """Link all that this code calls into a module."""
        for code in self.reached()[1:]:
            part = code.alone() if isinstance(code, PlainCode) else code._get_module_for_linking()
            module.link_in(part, preserve=True)

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls: functions that Numba compiles by itself may call rules, too."""
        if self._whole is None:
            self._whole = self.alone().clone()
            self.take_in(self._whole)
        return self._whole


class DoorCode(PlainCode):
    """A way in from Python and the code of all that it reaches, optimised together and translated.

    Numba's names for functions hold numbers that another process gives to something else, and LLVM finds by its name
    even what is internal: of two functions of one name the first might be called for both, though it was taken apart
    and wants other arguments. So all that is in a door has a mark in its name that no other door has.
    """

    def __init__(self, codegen: Any, name: str, mark: str) -> None:
        super().__init__(codegen, name)
        self.mark = mark
        self.environments: list[tuple[Any, str]] = []  # what its functions need to know, each with its name

    def finalize(self) -> None:
        for code in self.reached()[1:]:
            self._reload_init.update(code._reload_init)
        self.take_in(self._final_module)
        for function in self._final_module.functions:
            if function.is_declaration:
                continue
            if not function.name.startswith(WAY_IN):
                # Nobody else calls it, so it may be taken apart.
                function.linkage = "internal"
            function.name += self.mark
        for place in self._final_module.global_variables:
            if place.name.startswith(ENVIRONMENT):
                environment = lookup_environment(place.name)
                place.name += self.mark
                if environment is not None:
                    self.environments.append((environment, place.name))
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_final_module()

    def entry(self, description: Any, environment: Any) -> Any:
        """What Python calls."""
        pointer = self.get_pointer_to_function(description.llvm_cpython_wrapper_name + self.mark)
        for each, name in self.environments:
            self.codegen.set_env(name, each)
        module, name = description.lookup_module(), description.qualname.split(".")[-1]
        return _dynfunc.make_function(module, name, f"{name}, compiled", pointer, environment, (self,))

    def exported(self) -> set[str]:
        """The names by which this code is found from outside."""
        module = self._final_module
        return {each.name for each in (*module.functions, *module.global_variables) if each.name.endswith(self.mark)}

    def translated(self) -> bytes:
        """The machine code."""
        return bytes(self._get_compiled_object())

    @classmethod
    def restored(cls, codegen: Any, kept: dict[str, Any]) -> DoorCode:
        """Code that was translated before, by this process or another."""
        code = cls(codegen, kept["name"], kept["mark"])
        code.environments = list(kept["environments"])
        code.enable_object_caching()
        code._set_compiled_object(kept["machine_code"])
        code._finalize_final_module()
        codegen._engine._defined_symbols |= kept["exported"]
        return code


# ---------------------------------------------------------------- the two sides of a rule


def widened(kind: Any) -> Any:
    """The type in which a rule takes an argument: whole numbers as int64, whatever those who call keep them in.

    So a rule is compiled once, and not for each width and each constant that it is called with.
    """
    plain = getattr(kind, "literal_type", kind)
    return types.int64 if getattr(plain, "signed", False) else kind


class _Flags(compiler.Flags):  # type: ignore[misc]
    """Numba's flags, compared quickly: it does so for every call that it types."""

    def __eq__(self, other: object) -> bool:
        return bool(self._values == other._values) if isinstance(other, _Flags) else bool(super().__eq__(other))

    __hash__ = compiler.Flags.__hash__


def _inner_flags(given: Any) -> Any:
    flags = _Flags()
    flags._values.update(given._values)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    return flags


class _Passes(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's own passes, but for those that find nothing to do in a rule; they leave plain code behind."""

    def define_pipelines(self) -> list[Any]:
        self.state.library = PlainCode(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        # Whoever writes a function inside a rule, or a comprehension, gets all of them.
        if not any(isinstance(constant, CodeType) for constant in self.state.func_id.code.co_consts):
            passes.passes = [each for each in passes.passes if each[0] not in IDLE_PASSES]
            passes._finalized = False
            passes.finalize()
        return [passes]


class Inner(CPUDispatcher):  # type: ignore[misc]
    """A rule as other rules call it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=_Passes)
        self._compiler._customize_flags = _inner_flags

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        named = {name: widened(kind) for name, kind in keywords.items()}
        return super().get_call_template(tuple(map(widened, arguments)), named)

    def add_overload(self, result: Any) -> None:
        """There is nothing that Python could call: its description stands for the function."""
        self.targetctx.insert_user_function(result.fndesc, result.fndesc, [result.library])
        self.overloads[tuple(result.signature.args)] = result

    def get_overload(self, signature: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(signature)
        return self.overloads[tuple(arguments)].fndesc


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A rule as Python calls it: a door. Where its name stands in another rule, the inner side is meant."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.inner = Inner(function)
        super().__init__(function, targetoptions=OPTIONS)
        self._compiler.compile = self._opened
        self._cache = cache.RuleCache(self)

    @property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.inner)

    def _opened(self, arguments: Any, return_type: Any) -> Any:
        """The inner side with a way in from Python, as machine code."""
        self.inner.compile(tuple(arguments))
        inner = self.inner.overloads[tuple(arguments)]
        codegen = inner.library.codegen
        code = DoorCode(codegen, inner.fndesc.qualname, f".{lineage.digest(self, arguments, codegen)}")
        code.enable_object_caching()
        code.add_linking_library(inner.library)
        target = inner.target_context
        with target.push_code_library(code), records.read_in_place():
            target.create_cpython_wrapper(code, inner.fndesc, inner.environment, inner.call_helper, release_gil=True)
        entry = code.entry(inner.fndesc, inner.environment)
        return inner._replace(library=code, entry_point=entry, metadata={})

    def file(self, signature: Any) -> Path:
        """Where this door is kept once it is compiled for a signature."""
        return self._cache.file(lineage.digest(self, signature, self.targetctx.codegen()))

    def is_kept(self, signature: Any) -> bool:
        """Whether an earlier process has compiled it for a signature."""
        return self._cache.holds(signature, self.targetctx.codegen())

    def restored(self, kept: dict[str, Any], target: Any) -> Any:
        """What `kept` of an earlier compilation, ready to be called."""
        for prepare in kept["reload_init"]:
            prepare()
        code = DoorCode.restored(target.codegen(), kept)
        entry = code.entry(kept["fndesc"], kept["environment"])
        return compiler.compile_result(
            target_context=target,
            typing_context=target.typing_context,
            library=code,
            environment=kept["environment"],
            entry_point=entry,
            fndesc=kept["fndesc"],
            signature=kept["signature"],
            objectmode=False,
            lifted=(),
            reload_init=kept["reload_init"],
        )


def kept(result: Any) -> dict[str, Any] | None:
    """What to keep of a compiled door, for `Rule.restored`; None where it holds what only this process knows."""
    if result.library.has_dynamic_globals:
        return None
    # Neither is needed again, and both are large.
    result.fndesc.typemap = result.fndesc.calltypes = None
    return {
        "name": result.library.name,
        "mark": result.library.mark,
        "machine_code": result.library.translated(),
        "exported": result.library.exported(),
        "fndesc": result.fndesc,
        "environment": result.environment,
        "environments": tuple(result.library.environments),
        "signature": result.signature,
        "reload_init": tuple(result.reload_init),
    }
