"""Which first placement is best? A search's visits, values and policy, beside rollouts of a batch from the position."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Which placement is best?")

with app.setup:
    import marimo as mo
    import polars as pl

    import hustings
    from hustings import bots
    from hustings.batch import Batch


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Which placement is best?

    A search returns more than a move: how often it tried each one, the share it expects, and how often it would play
    it, since in a sealed round the best play is a mix.
    """)


@app.cell
def _():
    table = hustings.game("president").start(seats=2, seed=7)
    found = bots.analyse(table, 0, iterations=2_000, key=1)
    moves = pl.DataFrame(found.as_dict()["moves"])
    moves.head(5)
    return found, moves, table


@app.cell
def _(found):
    found.line


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The same without a tree

    A batch begins at the position. Each game imagines what the seat cannot know, makes the move and is played out by
    the rule of thumb.
    """)


@app.cell
def _(found, moves, table):
    batch = Batch(table.game, 1_000, seats=2, seed=1)

    def worth(move):
        """The seat's mean share after a move, when both play on by the rule of thumb."""
        batch.start_from(table, seat=0, seed=1)
        batch.step([move.action] * batch.n)
        return float(batch.rollout("thumb")[:, 0].mean())

    rollouts = moves.head(5).with_columns(rollout=pl.Series([worth(each.move) for each in found.moves[:5]]))
    rollouts
    return (rollouts,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** another level (`bots.analyse(table, 0, "kingmaker")`), another policy for the rollouts, a position later in
    the game. `examples/search/ismcts.py` is a tree search of your own over the batch.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
