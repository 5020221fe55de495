"""One round of AdaBoost.MH against one of scikit-learn's AdaBoostClassifier with stumps.

The same data in one thread.  A round is the process time of 11 rounds less that of 1, over 10, so that what is done
once (checks, sorting) cancels; the two take turns, so that a change of the machine's speed meets both; medians over
the repetitions are printed, and the median of the ratios.  Both look at every threshold of every feature: scikit-learn
for the Gini index, AdaBoost.MH, plain NumPy, for the best votes on each side.
"""

import argparse
import statistics

from boosting_round import cases, gaussians, seconds, theirs  # sets one thread for everybody, before numpy

from confusion import AdaBoostMHClassifier


def mh(depth, rounds):
    return AdaBoostMHClassifier(rounds, start="balanced")


def round_seconds(make, X, y):
    (short, few), (long, many) = (seconds(make, 1, rounds, X, y) for rounds in (1, 11))
    return (long - short) / (many - few)


def compare(title, X, y, repetitions):
    times = {mh: [], theirs: []}
    for _ in range(repetitions):
        for make, spent in times.items():
            spent.append(round_seconds(make, X, y))
    ratio = statistics.median(a / b for a, b in zip(times[mh], times[theirs]))
    mine, other = (1000 * statistics.median(spent) for spent in times.values())
    print(f"{title:56s} AdaBoost.MH {mine:8.2f} ms  scikit-learn {other:8.2f} ms  x{ratio:5.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=7)
    arguments = parser.parse_args()
    print(f"One round with stumps, median of {arguments.repetitions} repetitions, and our time over scikit-learn's")
    for title, X, y in cases():
        compare(title, X, y, arguments.repetitions)
    compare("two features (made up), 20,000 x 2, 3 classes", *gaussians(20_000, 2, 3), arguments.repetitions)


if __name__ == "__main__":
    main()
