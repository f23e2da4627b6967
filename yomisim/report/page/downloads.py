"""Tables and charts beside the page, by what they are about."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from yomisim.report.page.material import Material
from yomisim.report.page.parts import render


def html(material: Material) -> str:
    """One row per table or chart, with its formats."""
    return render("sections/downloads", groups=by_folder(material.downloads)) if material.downloads else ""


def by_folder(files: Iterable[str]) -> list[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]:
    """(folder, [(name without ending, [(ending, file), ...]), ...]) in the order of the files."""
    folders: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for file in files:
        path = PurePosixPath(file)
        names = folders.setdefault(str(path.parent), {})
        names.setdefault(path.stem, []).append((path.suffix.lstrip("."), file))
    return [(folder, list(names.items())) for folder, names in folders.items()]
