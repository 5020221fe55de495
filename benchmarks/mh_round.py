"""One round of AdaBoost.MH against one of CoMBo, both with stumps: ``python benchmarks/mh_round.py``.

The same data in one thread.  A round is the process time of 11 rounds less that of 1, over 10, so that what is done
once (checks, presorting) cancels; the two take turns, so that a change of the machine's speed meets both; medians over
the repetitions are printed, and the median of the ratios.  Both look at every threshold of every feature: CoMBo for the
best answers of the two sides, AdaBoost.MH for the best k votes of each.  To be reached: a ratio of 2.
"""

import argparse
import statistics

from boosting_round import cases, gaussians, integers, seconds  # sets one thread for everybody, before numpy

from confusion import AdaBoostMHClassifier, ComboClassifier


def mh(depth, rounds):
    return AdaBoostMHClassifier(rounds, start="balanced")


def combo(depth, rounds):
    return ComboClassifier(rounds, max_depth=depth)


def round_seconds(make, X, y):
    (short, few), (long, many) = (seconds(make, 1, rounds, X, y) for rounds in (1, 11))
    return (long - short) / (many - few)


def compare(title, X, y, repetitions):
    times = {mh: [], combo: []}
    for _ in range(repetitions):
        for make, spent in times.items():
            spent.append(round_seconds(make, X, y))
    ratio = statistics.median(a / b for a, b in zip(times[mh], times[combo]))
    mine, other = (1000 * statistics.median(spent) for spent in times.values())
    print(f"{title:56s} AdaBoost.MH {mine:8.2f} ms  CoMBo {other:8.2f} ms  x{ratio:5.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=7)
    arguments = parser.parse_args()
    for make in (integers, gaussians):  # compile
        for booster in (mh, combo):
            booster(1, 2).fit(*make(300, 2, 3))
    print(f"One round with stumps, median of {arguments.repetitions} repetitions, and AdaBoost.MH's time over CoMBo's")
    for title, X, y in cases():
        compare(title, X, y, arguments.repetitions)
    compare("two features (made up), 20,000 x 2, 3 classes", *gaussians(20_000, 2, 3), arguments.repetitions)


if __name__ == "__main__":
    main()
