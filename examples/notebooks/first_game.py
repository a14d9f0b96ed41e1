"""A first game in Python: a table, moves, refusals, what each seat knows, bots, and a saved game."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="A first game in Python")

with app.setup:
    import marimo as mo

    import hustings


@app.cell(hide_code=True)
def _():
    mo.md("""
    # A first game in Python

    Electoral College Combat is a duel with cards for two. Each hand five cards lie face down; you turn one, I turn one,
    and whoever shows more electoral votes chooses what to take. 270 votes win.
    """)


@app.cell
def _():
    game = hustings.game("combat")
    table = game.start(seats=2, seed=7)
    opening = [str(move) for move in table.legal(0)]
    opening
    return game, opening, table


@app.cell(hide_code=True)
def _():
    mo.md("""
    Before you turn a card you may ask what it can be. Nobody has seen it, so the odds are exact: each of the 56 cards
    is as likely.
    """)


@app.cell
def _(table):
    kinds = table.odds_by_kind("P1 turn 3", seat=0)
    kinds
    return (kinds,)


@app.cell
def _(table):
    played = table.copy()  # cells run in any order, so each changes a copy of its own
    played.play("P1 turn 3")
    played.log
    return (played,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    A table shows itself: the states as tiles, the seats, the five cards.
    """)


@app.cell
def _(played):
    played


@app.cell(hide_code=True)
def _(mo):
    mo.md("""
    The District of Columbia, three votes. Now it is the other's turn. What is not allowed says why, with the number of
    the rule:
    """)


@app.cell
def _(played):
    refusal = played.why_not("P1 turn 2")
    str(refusal)
    return (refusal,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Two bots play it out

    A bot sees what its seat sees and nothing else. The Ward captain plays by a rule of thumb, the Newcomer any legal
    move.
    """)


@app.cell
def _(played):
    from hustings import bots

    finished = played.copy()
    while not finished.over:
        _seat = min(finished.owes)
        _level = ("thumb", "random")[_seat]
        finished.play(bots.choose(finished, _seat, _level, key=finished.length))
    finished
    return (finished,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Keep it

    A saved game is every move and every card, as text. It replays without a random generator, anywhere.
    """)


@app.cell
def _(finished):
    saved = finished.save(["Ward captain", "Newcomer"])
    same = hustings.load(saved).result == finished.result
    saved["log"][:12], same
    return same, saved


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** another seed; `edition="illustrated"`; `hustings.game("president").start(seats=4)`, where everybody chooses
    in secret.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
