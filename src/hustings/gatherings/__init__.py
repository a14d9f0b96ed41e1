"""People with one code at many tables: what school classes and clubs share, without any game's rules."""
