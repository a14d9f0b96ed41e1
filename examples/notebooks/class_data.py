"""A class's data in polars: read the zip a teacher downloads, and ask it what happened at the tables."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="A class's data")

with app.setup:
    import zipfile
    from pathlib import Path

    import marimo as mo
    import polars as pl


@app.cell(hide_code=True)
def _():
    mo.md("""
    # A class's data

    After a lesson the teacher's page offers "Download the class's data (ZIP)": tables in CSV and a codebook, people
    under pseudonyms. `class.zip` beside this notebook is such a file, of twelve people whom a program played. Put the
    path of your own in its place.
    """)


@app.cell
def _():
    _source = Path(mo.notebook_dir() or ".", "class.zip")
    with zipfile.ZipFile(_source) as _archive:
        tables = {
            Path(name).stem: pl.read_csv(_archive.read(name)) for name in _archive.namelist() if name.endswith(".csv")
        }
    {name: table.shape for name, table in tables.items()}
    return (tables,)


@app.cell
def _(tables):
    tables["codebook"]


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Who won, and did the seat matter?

    All tables were dealt the same cards. So the seats' shares tell about the deal, and the difference between tables
    about the people.
    """)


@app.cell
def _(tables):
    by_seat = (
        tables["results"]
        .group_by("seat")
        .agg(pl.len().alias("games"), pl.col("share").mean(), pl.col("score").mean())
        .sort("seat")
    )
    by_seat
    return (by_seat,)


@app.cell
def _(tables):
    spread = (
        tables["results"]
        .pivot(on="table", index=["game_number", "seat"], values="score")
        .sort("game_number", "seat")
        .rename({str(number): f"table {number}" for number in tables["results"]["table"].unique().to_list()})
    )
    spread
    return (spread,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## How long did people think?

    Each row of `decisions` is a move: who made it, how many moves were legal, how many seconds it took. (Programs think
    for a moment only.)
    """)


@app.cell
def _(tables):
    thinking = (
        tables["decisions"]
        .filter(pl.col("mover") == "person")
        .group_by("people")
        .agg(pl.len().alias("moves"), pl.col("seconds").median(), pl.col("legal").mean())
        .sort("people")
    )
    thinking
    return (thinking,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Did those who foresaw it win?

    The class was asked before the game. Join the answers with the results by pseudonym.
    """)


@app.cell
def _(tables):
    foreseen = (
        tables["answers"]
        .join(tables["results"].filter(pl.col("game_number") == 1), left_on="person", right_on="people")
        .group_by("answer_text")
        .agg(pl.len().alias("people"), pl.col("share").mean())
        .sort("answer_text")
    )
    foreseen
    return (foreseen,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    Six against six is far too few to conclude anything: a share's interval is then about ± .35. Put several classes
    together, or ask for less.

    **Try:** Mudslinger's `promises` and `marks`: who kept their word, and did it pay?
    """)


if __name__ == "__main__":
    app.run()
