"""A class as data: tables for research and teaching, with a codebook, in one zip."""
