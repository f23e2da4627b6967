"""From a TOML file to plain values, and from the schema's complaints to messages for a person.

Nothing here knows a particular game.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from yomisim.errors import BadInput, nearest, unknown

Loc = tuple[int | str, ...]
#: Gives the values of a TOML file, as :func:`read_toml` does, or as a patch has changed them.
Reader = Callable[[Path], dict[str, Any]]


class Strict(BaseModel):
    """Base of every model of a data file: no unknown fields, no silent conversions, no changes afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def read_toml(file: Path) -> dict[str, Any]:
    """The values in a TOML file.

    Raises
    ------
    BadInput
        where the file cannot be read, is not UTF-8, is empty or is not TOML (with line and column).
    """
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        raise BadInput("no such file", file=file) from None
    except OSError as error:
        raise BadInput(f"cannot be read ({error.strerror or error})", file=file) from None
    try:
        text = content.decode("utf-8-sig")  # some editors put a mark at the start
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"is not UTF-8 text (line {line}); save it as UTF-8", file=file) from None
    if not text.strip():
        raise BadInput("the file is empty", file=file)
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"is not valid TOML: {_with_line(str(error), text)}", file=file) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, tables nested without end
        reason = "nested too deeply" if isinstance(error, RecursionError) else "a number with too many digits"
        raise BadInput(f"is not usable TOML: {reason}", file=file) from None
    if not raw:
        raise BadInput("the file holds no values", file=file)
    return raw


def toml_files(folder: Path) -> list[Path]:
    """The TOML files directly in `folder`, by name; hidden files are left out.

    Raises
    ------
    BadInput
        where the folder does not exist, cannot be read or holds none.
    """
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == ".toml" and not file.name.startswith("."))
    except FileNotFoundError:
        raise BadInput("no such folder", file=folder) from None
    except OSError as error:
        raise BadInput(f"cannot be read ({error.strerror or error})", file=folder) from None
    if not files:
        raise BadInput("the folder holds no .toml files", file=folder)
    return files


def id_errors(raw: dict[str, Any], file: Path) -> list[BadInput]:
    """An id that is not the name of its file."""
    name = raw.get("id")
    if not isinstance(name, str) or name == file.stem:
        return []
    message = f"got {show(name)}; the id must be the same as the name of the file, {file.stem!r}"
    if "/" not in name and os.path.isfile(file.parent / f"{name}.toml"):
        message = f"{name!r} is the id of {name}.toml already; this file needs its own, {file.stem!r}"
    return [BadInput(message, file=file, field="id")]


def hash_of_files(folder: Path, files: Iterable[Path]) -> str:
    """First 12 hex digits of a SHA-256 over names (relative to `folder`) and contents, in the order of the names."""
    digest = hashlib.sha256()
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        content = file.read_bytes()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:12]


def complaints(
    error: ValidationError, model: type[BaseModel], raw: Any, file: Path, prefix: str = ""
) -> dict[Loc, BadInput]:
    """One :class:`BadInput` for each mistake that `model` found in the values `raw` of `file`, by its place.

    `prefix` stands before the places named in messages, for values that are only a part of the file.
    """
    details = [(_clean(detail["loc"]), detail) for detail in error.errors(include_url=False, include_context=False)]
    missing = {loc for loc, detail in details if detail["type"] == "missing"}
    found: dict[Loc, BadInput] = {}
    misspelt: set[Loc] = set()
    for loc, detail in details:
        if detail["type"] != "extra_forbidden":
            continue
        known = list(_fields_at(model, loc[:-1]))
        word = short(str(loc[-1]))
        near = nearest(word, known)
        if near is not None:
            misspelt.add((*loc[:-1], near))
        found[loc] = unknown("field", word, known, file=file, field=prefix + place(loc, raw))
    for loc, detail in details:
        # A misspelt field is one mistake, although the right one is missing as well.
        if loc in found or (loc in missing and loc in misspelt):
            continue
        info = _info_at(model, loc)
        needed = info.description if info is not None and info.description else "something else"
        needed = f"an entry of {needed}" if isinstance(loc[-1], int) else needed
        field = prefix + place(loc, raw)
        value = detail["input"]
        if loc in missing:
            found[loc] = BadInput(f"missing; needs {needed}", file=file, field=field)
            continue
        choices = _choices(info.annotation, loc) if info is not None else ()
        if choices and isinstance(value, str):
            what = str(_last_name(loc)).replace("_", " ")
            what = what.removesuffix("s") if isinstance(loc[-1], int) else what
            found[loc] = unknown(what, short(value), choices, file=file, field=field)
        elif choices and show(value) in choices:
            found[loc] = BadInput(f'got the number {value}; write it in quotes: "{value}"', file=file, field=field)
        else:
            got = f"the text {show(value)}" if isinstance(value, str) else show(value)
            found[loc] = BadInput(f"got {got}, needs {needed}", file=file, field=field)
    # A list is also "wrong" because of what is wrong in it.
    inner = {loc[:end] for loc in found for end in range(1, len(loc))}
    return {loc: complaint for loc, complaint in found.items() if loc not in inner}


def place(loc: Sequence[int | str], raw: Any) -> str:
    """A place in a file as a person would name it: ``cards[rank 7].top.damage``."""
    text = ""
    here = raw
    for part in loc:
        around = here
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(part, str):
            key = part if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", part) else repr(short(part))
            text += f".{key}" if text else key
        else:
            label = _label(here, part)
            twins = isinstance(around, list) and sum(_label(entry, -1) == label for entry in around) > 1
            text += f"[{label}, entry {part + 1}]" if twins else f"[{label}]"
    return text


def show(value: Any) -> str:
    """A value of a data file in a message: as TOML writes it, short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return repr(short(value))
    if isinstance(value, int) and value.bit_length() > 128:
        return "a huge number"  # Python refuses to print the longest
    return str(value)


def short(text: str) -> str:
    """Text for a message: whoever wrote a page into a field need not read it again."""
    return text if len(text) <= 40 else text[:37] + "..."


def _with_line(message: str, text: str) -> str:
    if "at end of document" in message:
        lines = text.rstrip("\n").split("\n")
        where = f"at line {len(lines)}, column {len(lines[-1]) + 1}, the end of the file"
        return message.replace("at end of document", where)
    # Python says "(at line 3, column 5)" itself; the rest of its message may quote control characters.
    return re.sub(r"[\x00-\x08\x0b-\x1f]", "?", message)


def _clean(loc: Loc) -> Loc:
    return tuple(part for part in loc if part != "[key]")


def _last_name(loc: Loc) -> int | str:
    return next((part for part in reversed(loc) if isinstance(part, str)), "")


def _label(entry: Any, index: int) -> str:
    """How a person would name an entry of a list: by its rank or slot, its name, or else its number from 1."""
    if not isinstance(entry, dict):
        return f"entry {index + 1}"
    rank, side, name = entry.get("rank"), entry.get("side"), entry.get("name")
    if isinstance(rank, str | int) and len(show(rank)) < 12:
        rank = rank if isinstance(rank, str) and rank.isalnum() else show(rank)
        more = next((text for text in (side, name) if isinstance(text, str) and text), "")
        return f"rank {rank} {short(more)}" if more else f"rank {rank}"
    slot = entry.get("slot")
    if isinstance(slot, str) and slot:
        return short(slot)
    name = name or entry.get("about")
    if isinstance(name, str) and name:
        return short(name)
    return f"entry {index + 1}"


def _fields_at(model: type[BaseModel], loc: Loc) -> dict[str, Any]:
    here = _type_at(model, loc)
    return _own_fields(here) if isinstance(here, type) and issubclass(here, BaseModel) else {}


def _own_fields(model: type[BaseModel]) -> dict[str, Any]:
    """The fields of a model by the names that stand in a file."""
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _info_at(model: type[BaseModel], loc: Loc) -> Any:
    """The declaration of the field at `loc`; for an entry of a list, that of the list."""
    while loc and isinstance(loc[-1], int):
        loc = loc[:-1]
    for end in range(len(loc), 0, -1):
        info = _fields_at(model, loc[: end - 1]).get(str(loc[end - 1]))
        if info is not None:
            return info
    return None


def _type_at(model: type[BaseModel], loc: Loc) -> Any:
    here: Any = model
    for part in loc:
        if isinstance(here, type) and issubclass(here, BaseModel):
            info = _own_fields(here).get(str(part))
            here = None if info is None else _bare(info.annotation)
        else:  # a list or a table with free keys: the type of what it holds
            inner = [argument for argument in get_args(here) if argument is not Ellipsis]
            here = _bare(inner[-1]) if inner else None
    return here


def _bare(annotation: Any) -> Any:
    """A type without ``Annotated`` and without ``| None``."""
    if hasattr(annotation, "__metadata__"):
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        annotation = next(argument for argument in get_args(annotation) if argument is not type(None))
    return annotation


def _choices(annotation: Any, loc: Loc) -> tuple[str, ...]:
    """The words allowed at `loc`, where only certain words are."""
    annotation = _bare(annotation)
    if isinstance(loc[-1], int) and get_origin(annotation) in (tuple, list):
        annotation = _bare(get_args(annotation)[0])
    words = get_args(annotation) if get_origin(annotation) is Literal else ()
    return words if all(isinstance(word, str) for word in words) else ()
