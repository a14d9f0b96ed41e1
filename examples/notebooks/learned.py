"""Is the trained policy better than a rule of thumb? Its odds in a position, and a match on the same deals."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Is the trained policy better?")

with app.setup:
    import marimo as mo
    import polars as pl

    import hustings
    from hustings import arena, bots


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Is the trained policy better than a rule of thumb?

    The package has a small network for each game, which NumPy alone runs. It sees what its seat may know, and returns
    the probability of each legal move.
    """)


@app.cell
def _():
    policy = bots.load_policy("president")
    table = hustings.game("president").start(seats=2, seed=7)
    names = {move.action: str(move) for move in table.legal(0)}
    odds = pl.DataFrame(
        [(names[action], chance) for action, chance in policy.odds(table, 0).items()],
        schema=["move", "probability"],
        orient="row",
    ).sort("probability", descending=True)
    odds.head(5)
    return (odds,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## On the same deals

    Each deal is played twice, with the seats exchanged, so that the luck of the cards cancels out.
    """)


@app.cell
def _():
    played = arena.match("president", ["learned", "thumb", "random"], games=60, seed="notebook", workers=1)
    standings = pl.DataFrame(
        [(one.name, one.share, *one.bounds, one.rating) for one in played.standings],
        schema=["entrant", "share", "low", "high", "rating"],
        orient="row",
    )
    standings
    return (standings,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** `python examples/training/small.py president` trains it again in a few minutes; the ladder
    (`docs/ladder.md`) takes the matches of your own bot.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
