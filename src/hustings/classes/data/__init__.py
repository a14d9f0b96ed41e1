"""Export a class as data for research and teaching: tables and a codebook in one zip file."""
