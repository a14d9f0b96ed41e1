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
    path of your own in its place. The figures below are those of the debrief.
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
    ## Another rule, another winner?

    `counts` has every table by every rule of the debrief. `states` has the map at the end, from which any rule can be
    counted: here each state counts one vote.
    """)


@app.cell
def _(tables):
    turned = (
        tables["counts"]
        .group_by("rule", "about")
        .agg(
            pl.struct("game_number", "table").n_unique().alias("tables"),
            pl.struct("game_number", "table").filter(pl.col("changed")).n_unique().alias("turned"),
        )
        .sort("turned", "rule", descending=[True, False])
    )
    turned
    return (turned,)


@app.cell
def _(tables):
    one_each = (
        tables["states"]
        .filter(pl.col("seat").is_not_null())
        .group_by("game_number", "table", "seat")
        .agg(pl.col("votes").sum(), pl.len().cast(pl.Float64).alias("states"))
        .sort("game_number", "table", "seat")
    )
    one_each
    return (one_each,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Who sent what where in each week?

    A decision names its state and the size of its pyramid. Twelve decisions of a seat are its twelve weeks. The figure
    is the debrief's: states in rows, weeks in columns, darker where more campaigns went.
    """)


@app.cell
def _(tables):
    _seat = ["game_number", "table", "seat"]
    campaigns = (
        tables["decisions"]
        .filter(pl.col("verb") == "place")
        .sort("entry")
        .with_columns(week=pl.int_range(1, pl.len() + 1).over(_seat))
        .select(*_seat, "week", "state", size="detail")
    )
    weeks = (
        campaigns.group_by("state", "week").len().pivot(on="week", index="state", values="len", sort_columns=True)
    ).fill_null(0)
    return campaigns, weeks


@app.cell
def _(weeks):
    def _square(count):
        shade = 96 - 10 * min(count, 8)
        return f'<td style="width:2em;text-align:center;background:hsl(35 45% {shade}%)">{count or ""}</td>'

    _columns = [column for column in weeks.columns if column != "state"]
    _columns.sort(key=int)
    _head = "".join(f"<th>{column}</th>" for column in _columns)
    _rows = "".join(
        f"<tr><th>{row['state']}</th>{''.join(_square(row[column]) for column in _columns)}</tr>"
        for row in weeks.sort("state").iter_rows(named=True)
    )
    mo.Html(f"<table><tr><th></th>{_head}</tr>{_rows}</table>")


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Crowded and empty states

    How often each state was chosen, and in how many weeks of a table several players chose it at once.
    """)


@app.cell
def _(campaigns):
    _met = campaigns.group_by("game_number", "table", "week", "state").len().filter(pl.col("len") > 1)
    crowded = (
        campaigns.group_by("state")
        .len("chosen")
        .join(_met.group_by("state").len("together"), on="state", how="left")
        .fill_null(0)
        .sort("chosen", descending=True)
    )
    mo.Html(
        "<table>"
        + "".join(
            f'<tr><th>{row["state"]}</th><td><div style="background:#41667d;height:1em;width:{4 * row["chosen"]}px">'
            f"</div></td><td>{row['chosen']}</td></tr>"
            for row in crowded.iter_rows(named=True)
        )
        + "</table>"
    )
    return (crowded,)


@app.cell
def _(crowded):
    crowded


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## How long did people think?

    Each row of `decisions` is a move: who made it, how many moves were legal, how many seconds it took, pauses left
    out. (Programs think for a moment only.)
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
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
