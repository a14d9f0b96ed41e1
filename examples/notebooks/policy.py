"""Train a policy on the batch in a minute: a softmax over one layer, by the policy gradient, with NumPy alone."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="A policy in a minute")

with app.setup:
    import marimo as mo
    import numpy as np
    import polars as pl

    from hustings.batch import Batch


@app.cell(hide_code=True)
def _():
    mo.md("""
    # A policy in a minute

    U.S. President with two seats has 33 actions and twelve decisions for each player. The learner sits on the first
    seat; a Newcomer, who plays any legal move, holds the other and is played inside the compiled code.

    The policy is one layer: scores of actions are a matrix times the observation, and a softmax over the legal ones
    says how often each is played.
    """)


@app.cell
def _():
    GAMES, DECISIONS = 256, 12
    batch = Batch("president", GAMES, seats=2, seed=1, levels={1: "random"}, mask=True)
    layout = batch.layout

    def probabilities(weights, seen, mask):
        """How often each action is played: games x actions."""
        scores = np.where(mask, seen @ weights, -np.inf)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return likely / likely.sum(axis=1, keepdims=True)

    def drawn(likely, chance):
        """An action for each game, drawn by the probabilities."""
        return (likely.cumsum(axis=1) > chance.random((len(likely), 1))).argmax(axis=1)

    return DECISIONS, GAMES, batch, drawn, layout, probabilities


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Learning

    Play 256 games. An action that was played in games that went better than the mean becomes likelier, in one that went
    worse less likely: that is the whole of REINFORCE. (Adam scales the steps.)
    """)


@app.cell
def _(DECISIONS, GAMES, batch, drawn, layout, probabilities):
    def played(weights, chance):
        """One round of games: the shares that were won, and the slope of each weight."""
        told = []
        for _ in range(DECISIONS):
            seen = layout.one_hot(batch.observation)
            likely = probabilities(weights, seen, batch.mask)
            actions = drawn(likely, chance)
            slope = -likely  # of the logarithm of what was played
            slope[np.arange(GAMES), actions] += 1
            told.append((seen, slope))
            _, rewards, _ = batch.step(actions)
        shares = rewards[:, 0].copy()  # twelve decisions are a whole game
        better = (shares - shares.mean())[:, None]
        return shares, sum(seen.T @ (slope * better) for seen, slope in told) / GAMES

    def learned(rounds):
        """The weights after so many rounds, and how each round went."""
        batch.reset(1)
        chance = np.random.default_rng(1)
        weights = np.zeros((layout.one_hot_size, batch.mask.shape[1]), np.float32)
        first, second = np.zeros_like(weights), np.zeros_like(weights)
        went = []
        for _ in range(rounds):
            shares, slope = played(weights, chance)
            first = 0.9 * first + 0.1 * slope
            second = 0.99 * second + 0.01 * slope**2
            weights += 0.03 * first / (np.sqrt(second) + 1e-6)
            went.append(float(shares.mean()))
        return weights, went

    return (learned,)


@app.cell
def _(GAMES, learned):
    weights, went = learned(40)
    curve = pl.DataFrame({"games": [GAMES * (number + 1) for number in range(len(went))], "share": went})
    curve[::8]
    return curve, weights


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What came of it

    A match over other deals. The learner now plays what it holds for best.
    """)


@app.cell
def _(DECISIONS, probabilities, weights):
    def match(opponent, games=1_000):
        """The learner's share against a level, and half its 95 % interval."""
        other = Batch("president", games, seats=2, seed=2, levels={1: opponent}, mask=True)
        for _ in range(DECISIONS):
            seen = other.layout.one_hot(other.observation)
            _, rewards, _ = other.step(probabilities(weights, seen, other.mask).argmax(axis=1))
        won = rewards[:, 0]
        return round(float(won.mean()), 3), round(float(1.96 * won.std() / np.sqrt(games)), 3)

    results = {level: match(level) for level in ("random", "canvasser", "thumb")}
    results
    return (results,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    Against the Newcomer it learned from it does well; against players it has never met, less. That is the usual lesson:
    **a learner learns its opponent**.

    **Try:** `levels={1: "thumb"}`; two learners that play each other (leave `levels` out, and follow `batch.seat`); a
    hidden layer. The documentation's page on training has a proximal policy optimisation that beats the rule of thumb.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
