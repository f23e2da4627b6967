"""A patch: changes of cards and rules in one small TOML file, put over a game in memory.

The values of a changed file are taken as they are in one edition, changed, and read again by the game's own data room,
so that its checks judge the result as they judge a file. What they object to is told as a mistake of the patch.
How single changes are written, and what they do, stands in :mod:`yomisim.cards.patching`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from yomisim.cards import patching
from yomisim.cards.folder import CHARACTER_FOLDER, RULES_FILE
from yomisim.cards.load import ROOMS, Game, game_of
from yomisim.cards.reading import Strict, complaints, read_toml
from yomisim.errors import BadInput, check_type, one_or_many, unknown

_TABLE = 'a table such as [characters.NAME] with fields such as "hit_points = 90"'
_NAME = "text of 1 to 60 characters"
Changed = dict[str, dict[str, Any]]


class PatchFile(Strict):
    """What a patch file may hold."""

    title: Annotated[str, Field(min_length=1, max_length=60)] = Field("a patch", description=_NAME)
    note: str = Field("", description="text for readers")
    game: str = Field("", description="the game that it is written for, such as yomi1")
    edition: str = Field("", description="the edition that it is written for")
    rules: dict[str, Any] = Field(default_factory=dict, description="a table of constants of game.toml")
    characters: Changed = Field(default_factory=dict, description=_TABLE)
    gems: Changed = Field(default_factory=dict, description=_TABLE)
    filling: Changed = Field(default_factory=dict, description="tables such as [filling.points_throw] (Yomi 2)")


@dataclass(frozen=True)
class Patch:
    """A patch as it was read.

    Parameters
    ----------
    title : what it is called in tables and pictures.
    content : what it says. file : where it stands, None for one that was made in memory.
    """

    title: str
    content: PatchFile
    file: Path | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """The changes alone, as plain values."""
        return {key: value for key, value in self.content.model_dump().items() if value and key in _CHANGES}

    def write(self) -> str:
        """As the text of a patch file, for values that are numbers, texts or tables of them."""
        head = [f"title = {json.dumps(self.title, ensure_ascii=False)}"]
        head += [f"edition = {json.dumps(self.content.edition)}"] if self.content.edition else []
        return "\n".join([*head, *_tables("", self.changes)]) + "\n"


_NAMES = {"id", "name", "short_name"}
_CHANGES = ("rules", "characters", "gems", "filling")


def _tables(path: str, table: Mapping[str, Any]) -> list[str]:
    """A table of tables as TOML lines."""
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = ["", f"[{path}]"] if plain else []
    lines += [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        if isinstance(value, Mapping):
            lines += _tables(f"{path}.{_key(key)}" if path else _key(key), value)
    return lines


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def read_patch(file: Path | str) -> Patch:
    """The patch in a file.

    Raises
    ------
    BadInput : where it cannot be read, or holds what no patch has.
    """
    file = Path(file)
    raw = read_toml(file)
    try:
        content = PatchFile.model_validate(raw)
    except ValidationError as error:
        raise one_or_many(list(complaints(error, PatchFile, raw, file).values())) from None
    return Patch(content.title if "title" in raw else file.stem, content, file)


def make_patch(changes: Mapping[str, Any], title: str = "a patch") -> Patch:
    """A patch from the same values as a file would hold.

    Raises
    ------
    BadInput : for what no patch has.
    """
    check_type("patch", changes, Mapping, "a table such as {'characters': {'NAME': {'hit_points': 90}}}")
    raw = dict(changes)
    try:
        content = PatchFile.model_validate(raw)
    except ValidationError as error:
        found = complaints(error, PatchFile, raw, Path("patch")).values()
        raise one_or_many([BadInput(one.message, field=one.field) for one in found]) from None
    return Patch(content.title if "title" in raw else title, content)


def as_patch(source: Patch | Mapping[str, Any] | Path | str) -> Patch:
    """A patch from whatever stands for one; raises as :func:`read_patch` and :func:`make_patch`."""
    if isinstance(source, Patch):
        return source
    return make_patch(source) if isinstance(source, Mapping) else read_patch(source)


def patched(game: Game, patch: Patch | Mapping[str, Any] | Path | str) -> Game:
    """The game with a patch put over its data; the game itself stays as it is.

    Weights of policies stay as they are: see `yomisim.estimate.retrain` for those that learn anew.

    Raises
    ------
    BadInput : where the patch names what there is not (the nearest right name is said), is written for another game
        or edition, or leaves values that the game's checks refuse. The file and field named are those of the patch.
    """
    patch = as_patch(patch)
    file, content = patch.file, patch.content
    for field, own, right in (("game", content.game, game.id), ("edition", content.edition, game.edition)):
        if own and own != right:
            raise BadInput(f"the patch is for {own!r}, but {right!r} was asked for", file=file, field=field)
    again = _read_again(game, patch, _changed_files(game, patch))
    digest = hashlib.sha256(f"{game.data_hash}{json.dumps(patch.changes, sort_keys=True)}".encode()).hexdigest()
    return replace(
        again, minds=game.minds, data_hash=digest[:12] if patch.changes else game.data_hash, patch=patch.title
    )


def _changed_files(game: Game, patch: Patch) -> dict[Path, dict[str, Any]]:
    """The files that a patch changes, with the values that they get."""
    content, files = patch.content, {}

    def values(path: Path) -> dict[str, Any]:
        return ROOMS[game.id].in_edition(path, read_toml(path), game.edition)

    places: list[tuple[str, Path, Any]] = []
    if content.rules:
        places.append(("rules", game.folder / RULES_FILE, {"rules": content.rules}))
    if content.filling:
        if not (game.folder / "filling.toml").is_file():
            raise BadInput(f"{game.title} has no filled values", file=patch.file, field="filling")
        rules = read_toml(game.folder / "filling.toml")["rules"]
        for name in content.filling:
            if name not in rules:
                raise unknown("filling rule", name, rules, file=patch.file, field=f"filling.{name}")
        places.append(("filling", game.folder / "filling.toml", {"rules": content.filling}))
    for section, known in ((CHARACTER_FOLDER, game.characters), ("gems", game.gems)):
        what = section.removesuffix("s")
        for id_, changes in getattr(content, section).items():
            if id_ in game.refused:
                raise game.refused[id_].error()
            if id_ not in known:
                if not known:
                    raise BadInput(f"there are no {section} in {game.title}", file=patch.file, field=section)
                raise unknown(what, id_, known, file=patch.file, field=f"{section}.{id_}")
            places.append((f"{section}.{id_}", game.folder / section / f"{id_}.toml", changes))
    for place, path, changes in places:
        try:
            files[path] = patching.change(values(path), changes)
        except patching.Unfit as error:
            inside = "rules" in changes
            named = error.place.replace("rules", place, 1) if inside else f"{place}.{error.place}"
            raise BadInput(error.message, file=patch.file, field=named) from None
    return files


def _read_again(game: Game, patch: Patch, changed: Mapping[Path, dict[str, Any]]) -> Game:
    """The game with its changed files read again: those alone where only characters and no names have changed."""

    def reader(path: Path) -> dict[str, Any]:
        return changed[path] if path in changed else read_toml(path)

    room, characters = ROOMS[game.id], dict(game.characters)
    own = patch.content.characters
    alone = set(patch.changes) <= {CHARACTER_FOLDER} and not any(_NAMES & set(changes) for changes in own.values())
    if not alone:
        folder = room.read_folder(game.folder, reader=reader)
        _refuse(folder.errors, patch, game)
        return game_of(folder, game.edition, game.gem)
    errors = []
    for path in changed:
        read = room.read_file(path, game.folder / RULES_FILE, reader=reader)
        errors += read.errors
        characters |= read.characters.get(game.edition, {})
    _refuse(errors, patch, game)
    return replace(game, characters=characters)


def _refuse(errors: list[BadInput], patch: Patch, game: Game) -> None:
    if errors:
        raise one_or_many([_of_patch(error, patch, game.folder) for error in errors])


def _of_patch(error: BadInput, patch: Patch, folder: Path) -> BadInput:
    """A complaint about a changed file as one about the patch."""
    path = None if error.file is None else Path(error.file)
    if path is None or folder not in path.parents:
        return error
    if path.name == "filling.toml":
        field = (error.field or "").replace("rules", "filling", 1)
    else:
        section = [] if path.name == RULES_FILE else [path.parent.name, path.stem]
        field = ": ".join(part for part in (".".join(section), error.field) if part)
    return BadInput(error.message, file=patch.file, field=field)
