"""Tests that all of the rooms are right."""
