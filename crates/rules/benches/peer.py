"""The peer's speed, in the same sitting: OpenSpiel's C++ loop over random bots (pip install open_spiel).

Prints decisions a second of CPU time for trick-taking games with four players, as median [min-max] of five runs.
"""

import statistics
import time

import numpy
import pyspiel

GAMES = ["hearts", "spades", "euchre"]
SECONDS = 1.5


def play(game, seed):
    """Plays one game in C++ and counts the players' decisions from the state that it leaves."""
    players = range(game.num_players())
    bots = [pyspiel.make_uniform_random_bot(player, seed * 7 + player) for player in players]
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, seed)
    return state


def decisions(game):
    """The mean number of decisions of a game: moves by players, chance left out."""
    generator = numpy.random.default_rng(1)
    counts = []
    for _ in range(50):
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            count += not state.is_chance_node()
            state.apply_action(int(generator.choice(state.legal_actions())))
        counts.append(count)
    return statistics.mean(counts)


for name in GAMES:
    game = pyspiel.load_game(name)
    mean = decisions(game)
    rates = []
    for run in range(5):
        start, n_games = time.process_time(), 0
        while time.process_time() - start < SECONDS:
            play(game, run * 1_000_000 + n_games)
            n_games += 1
        rates.append(n_games * mean / (time.process_time() - start))
    median = statistics.median(rates)
    print(f"{name}: {median:,.0f} decisions/s [{min(rates):,.0f}-{max(rates):,.0f}]")
