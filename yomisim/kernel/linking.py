"""One optimisation for a unit, instead of one for each function in it.

numba links all code below a function into the function's own library and optimises the whole, level by level: what
lies ten calls deep is optimised ten times and translated ten times. In a process that only compiles units nothing but
their entries is ever called from Python, so there a library keeps what was lowered for it, and only what Python calls
or the cache stores is linked with everything below it, optimised and translated, once.

This reaches into numba (0.68, which constraints.txt pins): tests/engine/test_linking.py notices when a release moves
what is replaced here, and where a process that compiles fails, the units are compiled without any of this.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen


def link_once() -> None:
    """From now on link and optimise only what Python calls or the cache stores. For processes that only compile."""
    library: Any = codegen.JITCodeLibrary
    engine: Any = codegen.JITCPUCodegen
    finalize, serialize, set_env = library.finalize, library.serialize_using_object_code, engine.set_env
    pointer, load = library.get_pointer_to_function, library._unserialize.__func__

    def postpone(self: Any) -> None:
        """In place of `finalize`: nothing can be added any more; the work waits for `complete`."""
        self._raise_if_finalized()
        self._finalized = True

    def complete(self: Any) -> None:
        """What `finalize` does, with everything below at once."""
        if "_yomisim_complete" in vars(self):
            return
        self._yomisim_complete = True
        self._linking_libraries = list(_below(self, {}))
        self._finalized = False
        finalize(self)

    def get_pointer_to_function(self: Any, name: str) -> int:
        if "_yomisim_loaded" in vars(self):
            return int(pointer(self, name))
        if all(function.name != name for function in self._final_module.functions):
            return 0
        complete(self)
        return int(self._codegen._engine.get_function_address(name))

    def serialize_using_object_code(self: Any) -> Any:
        complete(self)
        return serialize(self)

    def unserialize(cls: Any, codegen: Any, state: Any) -> Any:
        """What comes from the cache is complete: numba's own way with it."""
        self = load(cls, codegen, state)
        self._yomisim_loaded = self._yomisim_complete = True
        return self

    def set_env_if_there(self: Any, env_name: str, env: Any) -> None:
        """The environment of a function that has machine code; others get theirs where the cache is loaded."""
        if self._engine.is_symbol_defined(env_name):
            set_env(self, env_name, env)

    library.finalize = postpone
    library._unserialize = classmethod(unserialize)
    library.get_pointer_to_function = get_pointer_to_function
    library.serialize_using_object_code = serialize_using_object_code
    engine.set_env = set_env_if_there


def _below(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Every library that `library` needs, directly or not, in a fixed order."""
    for other in library._linking_libraries:
        if other not in found:
            found[other] = None
            _below(other, found)
    return found
