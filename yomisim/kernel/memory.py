"""Records seen as arrays."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


def as_array(record: Any) -> np.ndarray:
    """The record as an array of shape (1,) over the same memory, which must outlive it."""
    # not by __array_interface__, which describes every field of a record each time (a millisecond and a half)
    address = np.frombuffer(record, np.uint8).ctypes.data
    memory = (ctypes.c_char * record.dtype.itemsize).from_address(address)
    return np.ndarray((1,), record.dtype, buffer=memory)
