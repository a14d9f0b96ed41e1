"""States, electoral votes by apportionment, census populations, borders, and the parties of 1900: data and look-ups."""
