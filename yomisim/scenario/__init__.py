"""Scenario files: a state and decisions in, events and the state after out (see docs/scenarios.md)."""

from yomisim.scenario.files import main, read_file, run_file

__all__ = ["main", "read_file", "run_file"]
