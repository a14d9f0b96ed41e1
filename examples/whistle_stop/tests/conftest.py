"""Load the contract suite of Hustings."""

pytest_plugins = ["hustings.testing.plugin"]
