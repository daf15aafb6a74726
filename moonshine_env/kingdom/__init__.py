"""Moonshine Kingdom: pure rules over one record."""
