"""How the page was made: everything that is needed to get the same figures again."""

from __future__ import annotations

from yomisim import __version__
from yomisim.estimate.result import Matchups
from yomisim.estimate.trials import Trials
from yomisim.report.page.material import Material, policies_of
from yomisim.report.page.parts import edition_title, render, unfinished
from yomisim.report.page.policies import same_weights

#: Weights that are rules of thumb have no file, and so no hash.
THUMB = "thumb"


def html(material: Material) -> str:
    """A list for each chart that was played."""
    charts = [
        {"title": edition_title(result), "rows": [*_rows(result), *_tried(material.trials.get(result.edition))]}
        for result in material.results
    ]
    for policy, results in material.others.items():
        title = f"{policy} for comparison"
        charts += [{"title": f"{edition_title(result)}, {title}", "rows": _rows(result)} for result in results]
    for result in material.second_game:
        charts.append({"title": f"{result.made['title']}, {edition_title(result).lower()}", "rows": _rows(result)})
    return render(
        "sections/made",
        charts=charts,
        exploitability=_sentences(material),
        version=__version__,
    )


def _rows(result: Matchups) -> list[tuple[str, str]]:
    made, policies = result.made, policies_of(result)
    one = len(set(made["policies"])) == 1
    return [
        ("Program", f"yomisim {made['yomisim']}"),
        ("Played by", f"{policies} (both sides the same policy)" if one else policies),
        ("Its weights", _weights(result)),
        *([("Gem", made["gem"])] if "gem" in made else []),
        ("Games", f"{made['games_per_pair']:,} for each of {made['pairs']} pairs and {made['mirrors']} mirrors"),
        ("In all", f"{made['games']:,} games in {made['seconds']:,.1f} s"),
        ("Stopped at the turn limit", unfinished(result)),
        ("Seed", str(made["seed"])),
        ("Card data", f"{made['data']}, hash {made['data_hash']}"),
        ("Made", made["date"].replace("T", " ").replace("Z", " UTC")),
    ]


def _tried(trials: Trials | None) -> list[tuple[str, str]]:
    """How many openers were tried, where they were."""
    if trials is None:
        return []
    made = trials.made
    words = f"{made['trials']:,} trials, at one combat in {made['every']} of {made['games']:,} further games"
    return [("Openers", f"{words}, in {made['seconds']:,.1f} s")]


def _weights(result: Matchups) -> str:
    if not any("equilibrium" in policy for policy in result.made["policies"]):
        return "none"
    known = result.made.get("policy_hash", THUMB)
    return "rules of thumb, the same for every character" if known == THUMB else f"hash {known}"


def _sentences(material: Material) -> list[str]:
    """How far best replies got against the policy that played, where they were looked for."""
    if material.exploitability is None:
        return []
    table = material.exploitability[0]
    own = table[table["target"] == material.policy]
    told = [
        f"{row.search} {100 * row.win_rate:.1f}% (95%: {100 * row.ci_low:.1f} to {100 * row.ci_high:.1f}; "
        f"{row.edition} edition)"
        for row in own.itertuples(index=False)
    ]
    weights = "" if same_weights(material) else ", with other weights than these"
    return [f"Exploitability from below: against {material.policy}{weights}, {'; '.join(told)}."] if told else []
