"""Scenarios against a bot, with one human or two."""
