"""Loads the plugin if it is not installed; pytest loads an installed plugin itself."""

import importlib.metadata

_FOUND = importlib.metadata.entry_points()
_PLUGINS = _FOUND.select(group="pytest11") if hasattr(_FOUND, "select") else _FOUND.get("pytest11", [])

if not any(plugin.value == "sfpu.pytest_plugin" for plugin in _PLUGINS):
    pytest_plugins = ["sfpu.pytest_plugin"]
