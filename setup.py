"""The build step: an installed package carries a copy of the folder `data` as yomisim/_data (see yomisim/paths.py)."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

#: What is data: card files, and tables with the text that says where they come from.
KINDS = {".toml", ".csv", ".md"}


class BuildWithData(build_py):
    """Packages as usual, and the files of `data` beside them; an editable installation reads `data` itself."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        data, target = Path(__file__).resolve().parent / "data", Path(self.build_lib) / "yomisim" / "_data"
        shutil.rmtree(target, ignore_errors=True)
        for file in sorted(path for path in data.rglob("*") if path.suffix in KINDS):
            place = target / file.relative_to(data)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)


setup(cmdclass={"build_py": BuildWithData})
