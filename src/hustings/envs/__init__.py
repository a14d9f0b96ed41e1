"""The installed games as environments of OpenSpiel, PettingZoo and Gymnasium.

Import the adapter you need; each needs an extra of this package: `hustings[openspiel]` for `hustings.envs.openspiel`,
`hustings[rl]` for `hustings.envs.pettingzoo` and `hustings.envs.gymnasium`. No adapter contains a rule of any game.
"""
