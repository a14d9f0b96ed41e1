"""What is a recount worth? Exact odds of a rule, and imagined worlds for what it does to the game."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="What is a recount worth?")

with app.setup:
    from fractions import Fraction

    import marimo as mo
    import polars as pl

    import hustings
    from hustings import bots


@app.cell(hide_code=True)
def _():
    mo.md("""
    # What is a recount worth?

    In Electoral College Combat you turn a wild card, *Recount* (clause EC-13). The other player already shows a card.
    So you turn one more, and **the lower card wins the whole hand**. Is that good luck or bad? It depends on the card
    they show.
    """)


@app.cell
def _():
    game = hustings.game("combat")
    votes = {card["code"]: card["value"] for card in game.cards() if card["kind"] == "state"}

    def recount(shown):
        """A table where P1 shows a card, and P2 has just turned Recount."""
        table = game.start(seats=2, chance="asked")
        table.play("P1 turn 1")
        table.settle(shown)
        table.play("P2 turn 2")
        table.settle("RECOUNT")
        return table

    return game, recount, votes


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Exact odds

    Chance is *asked* at these tables, so we lay the cards ourselves. `odds_after` counts what P2's next card may be.
    """)


@app.cell
def _(recount, votes):
    def outlook(shown):
        """How likely P2's card is lower, equal, higher, or a second wild card."""
        found = dict.fromkeys(("lower", "equal", "higher", "wild"), Fraction(0))
        for code, chance in recount(shown).odds_after("P2 turn 3", seat=1).items():
            if code not in votes:
                found["wild"] += chance
            else:
                difference = votes[code] - votes[shown]
                found["lower" if difference < 0 else "higher" if difference else "equal"] += chance
        return found

    exact = {shown: outlook(shown) for shown in ("WY", "NV", "WI", "MI", "FL", "CA")}
    odds = pl.DataFrame(
        [
            {"shown": code, "votes": votes[code], **{k: float(v) for k, v in each.items()}}
            for code, each in exact.items()
        ]
    )
    odds
    return exact, odds


@app.cell(hide_code=True)
def _():
    mo.md("""
    Against Wyoming nobody can be lower; against California every other state is. Against a state of
    middle size the smaller states are many, so a Recount favours whoever turned it.

    ## What it does to the game

    Odds of a hand are not yet odds of a game. So imagine worlds: deal what nobody has seen anew, let two bots play to
    the end, and average what P2 gets. The same is done just before P2's card was turned; the difference is what the
    Recount is worth.
    """)


@app.cell
def _():
    def share(table, seat, worlds):
        """The part of the game a seat gets in so many imagined worlds, with bots that play by the rule of thumb."""
        total = 0
        for key in range(worlds):
            world = table.imagine(seat, key)
            world.resume(key)
            while not world.over:
                who = min(world.owes)
                world.play(bots.choose(world, who, "thumb", key=f"{key} {world.length}"))
            total += world.result.shares[seat]
        return float(total / worlds)

    return (share,)


@app.cell
def _(game, recount, share):
    WORLDS = 60

    def before(shown):
        """The same table before P2 has turned a card."""
        table = game.start(seats=2, chance="asked")
        table.play("P1 turn 1")
        table.settle(shown)
        return table

    _rows = []
    for _shown in ("WY", "MI", "CA"):
        _with, _without = share(recount(_shown), 1, WORLDS), share(before(_shown), 1, WORLDS)
        _rows.append({"shown": _shown, "before": _without, "after": _with, "worth": _with - _without})
    worth = pl.DataFrame(_rows)
    worth
    return WORLDS, worth


@app.cell(hide_code=True)
def _(WORLDS):
    mo.md(f"""
    With {WORLDS} worlds a share is known to within .13 or so: enough to see the ends, too few for the middle.

    **Try:** more worlds; the other edition (`edition="illustrated"`), where both turn a card anew; another wild card.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
