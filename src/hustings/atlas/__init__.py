"""States, electoral votes by apportionment, borders, and the parties of 1900: data and look-ups."""
