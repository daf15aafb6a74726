"""Compile rules to be linked, and only entry points to machine code.

Numba optimises every function together with all that it calls, and makes machine code of it, before its callers do
the same again: the deeper a call tree, the more often its leaves are worked on. Rules are only ever called by
compiled code, so theirs stops at LLVM's intermediate form; the entry point that links them optimises the whole once.
This takes most of the time out of a cold start. It rests on Numba's inner classes; where they have changed,
`RuleCompiler` is None and rules compile as Numba would.
"""

from __future__ import annotations

from typing import Any

try:
    from numba import _dynfunc
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder, _LowerResult
    from numba.core.compiler_machinery import PassManager, register_pass
    from numba.core.typed_passes import NativeLowering, NoPythonBackend

    class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba is untyped
        """Code that waits to be linked into an entry point's library."""

        def finalize(self) -> None:
            """Link what this code calls, and stop there."""
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)  # noqa: SLF001  as Numba's own class does
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001
            self._final_module.verify()
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class _RuleLowering(NativeLowering):  # type: ignore[misc]
        """Lower to LLVM's form, without wrappers for Python and without machine code."""

        _name = "moonshine_rule_lowering"

        def run_pass(self, state: Any) -> bool:
            """Lower one rule and let compiled callers find it."""
            state.library = _LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.flags.no_compile = True
            state.flags.no_cpython_wrapper = True
            state.flags.no_cfunc_wrapper = True
            super().run_pass(state)
            lowered = state["cr"]
            description = lowered.fndesc
            # Callers look a function up by this object; its address of machine code is null, and nobody calls it.
            key = _dynfunc.make_function(
                description.lookup_module(),
                description.qualname.split(".")[-1],
                "a rule, compiled for linking",
                0,
                lowered.env,
                (state.library,),
            )
            state.library._ensure_finalized()  # noqa: SLF001
            state.targetctx.insert_user_function(key, description, [state.library])
            state["cr"] = _LowerResult(description, lowered.call_helper, cfunc=key, env=lowered.env)
            return True

    class _RuleCompiler(CompilerBase):  # type: ignore[misc]
        """Numba's usual pipeline with the lowering above."""

        def define_pipelines(self) -> list[PassManager]:
            """Return the one pipeline: no fall-back to object mode."""
            pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes = PassManager("moonshine_rule")
            for kind, why in pipeline.passes:
                passes.add_pass(_RuleLowering if kind is NativeLowering else kind, why)
            passes.finalize()
            return [passes]

    _ = NoPythonBackend  # the pass that reads what `_RuleLowering` leaves
    RuleCompiler: type[CompilerBase] | None = _RuleCompiler
except (ImportError, AttributeError):  # another Numba inside
    RuleCompiler = None
