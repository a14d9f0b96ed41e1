"""Is bargaining worth it? Mudslinger as an environment with reaction windows, and one seat that makes no deals."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Is bargaining worth it?")

with app.setup:
    import marimo as mo
    import polars as pl

    from hustings.envs.pettingzoo import aec_env
    from hustings.envs.windows import choose


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Is bargaining worth it?

    Anybody may trade, give, offer or promise at any time. The environment asks for that in reaction windows: before
    each decision every other seat waits or makes one move.
    """)


@app.cell
def _():
    def played(seed, silent):
        """Play a game in which one seat makes no deals; return its log and the reward of each seat."""
        env = aec_env("mudslinger", 3, bargaining=True, truces="yes")
        env.reset(seed=seed)
        windows, number = env.unwrapped.windows, 0
        while not env.terminations[env.agent_selection]:
            env.step(choose(windows, "thumb", key=number, deals=windows.seat != silent))
            number += 1
        return windows.table.log, [env.unwrapped.rewards[agent] for agent in env.agents]

    log, rewards = played(seed=7, silent=2)
    rewards
    return log, played, rewards


@app.cell
def _(log):
    deals = pl.DataFrame({"entry": log}).filter(pl.col("entry").str.contains(r" (offer|for|accept|decline|give|trade)"))
    deals
    return (deals,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Every seat silent in turn

    A reward is the share of the game times three, minus one. One deal is far too few to tell:
    `bench/bargaining.py` plays 12,000 games a line in compiled code. In 1,800 games, silence cost a tenth of the share.
    """)


@app.cell
def _(played):
    rows = [(seed, seat, played(seed, seat)[1][seat]) for seed in (1,) for seat in range(3)]
    silence = pl.DataFrame(rows, schema=["seed", "silent", "reward"], orient="row")
    silence
    return (silence,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** your own policy in place of `choose`; `env.observe(agent)["action_mask"]` lists what it may do, and the
    last action waits. `pyspiel.load_game("hustings_mudslinger(bargaining=true)")` is the same in OpenSpiel.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
