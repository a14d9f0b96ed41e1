"""Is the first seat favoured? Four thousand games between equals, an interval, and how many games one would need."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Is the first seat favoured?")

with app.setup:
    import marimo as mo
    import numpy as np
    import polars as pl

    from hustings import arena
    from hustings.batch import Batch


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Is the first seat favoured?

    Let the same bot play on every seat. Were the seats alike, each would win its part, up to luck. How large may luck
    be? An interval says: in nineteen of twenty such studies it holds the true share.
    """)


@app.cell
def _():
    study = arena.study("combat", ["seats"], bot="thumb", games=4_000, seed="notebook", workers=1)
    return (study,)


@app.cell
def _(study):
    shares = (
        pl.DataFrame(study.columns())
        .filter(pl.col("name").str.starts_with("P"))
        .select("name", "value", "error", (pl.col("value") - pl.col("fair")).alias("above even"))
    )
    shares
    return (shares,)


@app.cell(hide_code=True)
def _(shares):
    _first = shares.row(0, named=True)
    mo.md(f"""
    The first seat wins {_first["value"]:.3f} ± {_first["error"]:.3f}. Where the interval leaves out .500, the seat is
    surely favoured, or the reverse; where it holds .500, we do not know yet.

    ## The same by hand

    A batch plays the games; the mean and its standard error follow from the shares. Here politics, where two sides
    meet: the first player chooses the party.
    """)


@app.cell
def _():
    def first_shares(game, games, seed):
        """The share of the first seat in so many games between rules of thumb."""
        batch = Batch(game, games, seats=2, seed=seed, levels={1: "thumb"}, observe=False, auto_reset=False)
        found = np.zeros(games)
        while (batch.seat >= 0).any():
            _, rewards, ended = batch.step_as("thumb")
            found[ended] = rewards[ended, 0]
        return found

    by_hand = first_shares("politics", 2_000, 1)
    mean, error = by_hand.mean(), 1.96 * by_hand.std() / np.sqrt(len(by_hand))
    round(mean, 3), round(error, 3)
    return by_hand, error, mean


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## How many games does one need?

    The interval shrinks with the root of the number of games: four times the games, half the interval.
    """)


@app.cell
def _(by_hand):
    sizes = [125, 500, 2_000]
    needed = pl.DataFrame(
        {
            "games": sizes,
            "share": [by_hand[:size].mean() for size in sizes],
            "error": [1.96 * by_hand[:size].std() / np.sqrt(size) for size in sizes],
        }
    )
    needed
    return (needed,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** `arena.study("president", ["seats"])`, whose choices are simultaneous; the option `objective="book-deal"`,
    which turns Combat's seats round. The fairness cards in the documentation were made the same way, with more games.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
