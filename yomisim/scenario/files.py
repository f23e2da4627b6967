"""Reading scenario files and reporting what came of them.

A file holds one scenario, or a common part and several ``[[cases]]`` that change it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from yomisim.cards.load import GAMES, Game, editions, load_game
from yomisim.cards.reading import complaints, read_toml
from yomisim.console import emit, emit_json, remark
from yomisim.errors import EXIT_BAD_INPUT, EXIT_CHECK_FAILED, EXIT_DONE, BadInput, BadInputs
from yomisim.paths import label
from yomisim.scenario.check import differences, event_words
from yomisim.scenario.rooms import room_of
from yomisim.scenario.run import Played, play, state
from yomisim.scenario.schema import Scenario

#: The game of a file that names none.
DEFAULT_GAME = GAMES[0]


@dataclass
class Outcome:
    """A scenario that was played, in one edition, and how it compares with what its file expects."""

    name: str
    edition: str
    played: Played
    differences: list[str]

    @property
    def refusal_expected(self) -> bool:
        """Whether the file says that a decision is refused."""
        expect = self.played.scenario.expect
        return expect is not None and expect.refused is not None

    @property
    def exit_code(self) -> int:
        """0 as expected (or nothing expected), 1 different, 2 an illegal decision that the file does not expect."""
        if self.played.refused is not None and not self.refusal_expected:
            return EXIT_BAD_INPUT
        return EXIT_CHECK_FAILED if self.differences else EXIT_DONE


def _merge(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """`change` over `base`, table by table; lists are replaced."""
    out = dict(base)
    for key, value in change.items():
        out[key] = _merge(out[key], value) if isinstance(value, dict) and isinstance(out.get(key), dict) else value
    return out


def read_file(file: Path) -> list[Any]:
    """The scenarios of a file, one for each case: models of the room of their game.

    Raises
    ------
    BadInput, BadInputs
        for a file that cannot be read or holds what a scenario does not have.
    """
    raw = read_toml(file)
    cases = raw.pop("cases", None)
    if cases is not None and not (isinstance(cases, list) and cases and all(isinstance(one, dict) for one in cases)):
        raise BadInput("needs [[cases]] tables", file=file, field="cases")
    merged = [_merge(raw, case) for case in cases] if cases is not None else [raw]
    scenarios: list[Any] = []
    errors: list[BadInput] = []
    for number, each in enumerate(merged, start=1):
        model = _model(each, file)
        try:
            scenarios.append(model.model_validate(each))
        except ValidationError as error:
            prefix = f"cases[{number}]." if cases is not None else ""
            errors += map(_numbered, complaints(error, model, each, file, prefix).values())
    if errors:
        raise errors[0] if len(errors) == 1 else BadInputs(errors)
    return scenarios


def _model(raw: dict[str, Any], file: Path) -> type[Scenario]:
    """The model of a scenario, which is that of its game."""
    game = raw.get("game", DEFAULT_GAME)
    if not isinstance(game, str):
        raise BadInput(f"got {game!r}, needs {' or '.join(map(repr, GAMES))}", file=file, field="game")
    try:
        return room_of(f"{game}.solo" if "bot" in raw else game).SCENARIO
    except BadInput as error:
        raise BadInput(error.message, file=file, field=error.field) from None


def _numbered(error: BadInput) -> BadInput:
    """The complaint with places written as they are everywhere in scenarios: ``turns[1]``."""
    field = None if error.field is None else re.sub(r"\[entry (\d+)\]", r"[\1]", error.field)
    return BadInput(error.message, file=error.file, field=field)


def run_file(file: Path, data: Path | None = None) -> list[Outcome]:
    """Play every case of a file in every edition that it names.

    Raises
    ------
    BadInput
        for a file that cannot be used.
    """
    outcomes = []
    games: dict[tuple[str, str], Game] = {}  # reading the card files takes longer than playing
    scenarios = read_file(file)
    for number, scenario in enumerate(scenarios, start=1):
        place = f"cases[{number}]" if len(scenarios) > 1 else ""
        wanted = editions(scenario.game, data)[:1] if scenario.edition is None else scenario.edition
        if not wanted:
            field = ".".join(part for part in (place, "edition") if part)
            raise BadInput("the list is empty; leave it out for the first edition", file=file, field=field)
        for edition in wanted:
            try:
                game = games.get((scenario.game, edition)) or load_game(scenario.game, edition, data)
                games[scenario.game, edition] = game
                played = play(scenario, game, file.parent)
                found = differences(played, scenario.expect) if scenario.expect else []
            except BadInput as error:
                if error.file is not None:
                    raise
                field = ".".join(part for part in (place, error.field) if part)
                raise BadInput(error.message, file=file, field=field or None) from None
            outcomes.append(Outcome(scenario.title or place or file.stem, edition, played, found))
    return outcomes


def main(file: Path, data: Path | None = None, as_json: bool = False) -> int:
    """Play a scenario file and print what happened; the exit code of the worst case."""
    outcomes = run_file(file, data)
    game = outcomes[0].played.game
    where = {"data": label(game.folder), "data_hash": game.data_hash}
    if as_json:
        emit_json({"file": str(file), **where, "cases": [_record(outcome) for outcome in outcomes]})
    else:
        lines = [line for outcome in outcomes for line in _lines(outcome)]
        emit([*lines, f"data {where['data']}, hash {where['data_hash']}"])
    for outcome in outcomes:
        if outcome.exit_code == EXIT_BAD_INPUT and outcome.played.refused is not None:
            remark(f"{file}: {outcome.played.refused.text}", "error")
    return max(outcome.exit_code for outcome in outcomes)


def _record(outcome: Outcome) -> dict[str, Any]:
    played = outcome.played
    refused = played.refused
    broken = None
    if refused is not None:
        so_far = [] if played.so_far is None else event_words(played, [played.so_far])
        broken = {"rule": refused.slug, "entries": refused.entries, "text": refused.text, "so_far": so_far}
    return {
        "title": outcome.name,
        "id": played.scenario.id,
        "edition": outcome.edition,
        "ok": outcome.exit_code == EXIT_DONE,
        "refused": broken,
        "differences": outcome.differences,
        "events": event_words(played),
        "state": state(played),
    }


def _lines(outcome: Outcome) -> list[str]:
    """What happened in a case and what came of it, for a person."""
    played = outcome.played
    _, _, edition = played.game.called.partition(", ")
    lines = [f"{outcome.name} ({edition})" if edition else outcome.name, *_story(played)]
    after = state(played)
    for player in played.names:
        me = after[player]
        held = [f"hand {' '.join(me['hand']) or 'empty'}"] if "hand" in me else []
        said = [*held, *played.room.words_of(me)]
        lines.append(f"  {player} {me['character']}: life {me['life']}, {', '.join(said)}")
        if held:
            in_play = f", in play {' '.join(me['in_play'])}" if me["in_play"] else ""
            lines.append(f"    deck {me['deck_size']}, discard pile {' '.join(me['discard']) or 'empty'}{in_play}")
    if after["over"]:
        lines.append(f"  game over: {after['winner']} ({after['ending']})")
    lines += [f"  DIFFERENT {difference}" for difference in outcome.differences]
    if played.scenario.expect is not None and outcome.exit_code == EXIT_DONE:
        lines.append("  as expected")
    return lines


def _story(played: Played) -> list[str]:
    """The turns in plain words, the refused one up to its refusal."""
    from yomisim.narrate import narrate

    turns = [*played.rows, *([] if played.so_far is None else [played.so_far])]
    lines = [f"  {line}" for rows in turns for line in narrate(played.game, played.cast, rows)]
    if played.refused is not None:
        lines.append(f"  refused: {played.refused.text}")
        lines.append("  this turn is not played; the state before it:")
    return lines
