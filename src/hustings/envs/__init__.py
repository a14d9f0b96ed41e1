"""The installed games as environments of OpenSpiel, PettingZoo and Gymnasium.

Each adapter is a module of its own, imported when asked for, and needs the extra of its name: `hustings[openspiel]`
for `hustings.envs.openspiel`, `hustings[rl]` for `hustings.envs.pettingzoo` and `hustings.envs.gymnasium`. None knows a
rule of any game.
"""
