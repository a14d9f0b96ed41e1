"""How far is a bot from an equilibrium? A small game solved, a level measured on it, and a sampled policy beside."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="How far from an equilibrium?")

with app.setup:
    import marimo as mo
    import polars as pl

    import hustings
    from hustings import arena, bots


@app.cell(hide_code=True)
def _():
    mo.md("""
    # How far is a bot from an equilibrium?

    Two weeks and two states leave U.S. President its sealed choices and its deal, and 148 information sets. CFR+ on the
    whole tree finds an equilibrium in a moment.
    """)


@app.cell
def _():
    game = hustings.game("president", weeks=2, states=2)
    solution = arena.solve(game, iterations=500)
    solution.values, solution.exploitability
    return game, solution


@app.cell
def _(game, solution):
    pl.DataFrame(list(solution.policy(game.start(seed=1)).items()), schema=["move", "probability"], orient="row")


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## A level in the same tree

    Any function of a table and a seat is a policy. The best response to it shows what an opponent could gain.
    """)


@app.cell
def _(solution):
    def frequencies(level, keys=20):
        """The policy of a level: how often it chooses each action with different keys."""

        def choose(table, seat):
            chosen = [bots.choose(table, seat, level, key=key).action for key in range(keys)]
            return {action: chosen.count(action) / keys for action in set(chosen)}

        return solution.tree.policy_of(choose)

    def exploitability(level):
        """The mean gain of a best response to a level."""
        return sum(solution.tree.gains(frequencies(level))) / 2

    levels = pl.DataFrame({"level": ["thumb", "canvasser", "chair"]}).with_columns(
        exploitability=pl.col("level").map_elements(exploitability, return_dtype=pl.Float64)
    )
    levels
    return (levels,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Without the whole tree

    Sampling visits one line of play at a time, so it also works on games too large to grow. On this one its policy can
    be measured exactly.
    """)


@app.cell
def _(game, solution):
    sampled = arena.sample(game, iterations=20_000, games=4_000)
    measured = sampled.on(solution.tree)
    sampled.values, sampled.errors, measured.exploitability
    return measured, sampled


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** `states=3`, `hustings.game("combat", cards=4)`, more iterations, or a policy of your own.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
