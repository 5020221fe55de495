"""Why accuracy lies: log-probabilities with the prior removed."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("prior_removed")
def by_division(log_probabilities, shares):
    return np.argmax(np.exp(log_probabilities) / shares, axis=1)


@right("prior_removed")
def row_by_row(log_probabilities, shares):
    return [int(np.argmax([one - np.log(share) for one, share in zip(row, shares)])) for row in log_probabilities]


@wrong("prior_removed", because="leaves the prior in")
def untouched(log_probabilities, shares):
    return log_probabilities.argmax(axis=1)


@wrong("prior_removed", because="subtracts the share from the probability")
def subtracted(log_probabilities, shares):
    return (np.exp(log_probabilities) - shares).argmax(axis=1)


@wrong("prior_removed", because="forgets the logarithm")
def without_logarithm(log_probabilities, shares):
    return (log_probabilities - shares).argmax(axis=1)


@wrong("prior_removed", because="puts the prior in once more")
def added(log_probabilities, shares):
    return (log_probabilities + np.log(shares)).argmax(axis=1)


@wrong("prior_removed", because="divides the logarithm by the share")
def divided(log_probabilities, shares):
    return (log_probabilities / shares).argmax(axis=1)


@wrong("prior_removed", because="takes the largest of each class, not of each example")
def by_column(log_probabilities, shares):
    return (log_probabilities - np.log(shares)).argmax(axis=0)


@wrong("prior_removed", because="gives the scores, not the answers")
def scores(log_probabilities, shares):
    return log_probabilities - np.log(shares)


@wrong("prior_removed", because="knows the cases that are shown")
def memorised(log_probabilities, shares):
    return [1, 2, 0] if len(shares) == 3 else [2] * len(log_probabilities)


@right("prior_removed")
def by_ranks(log_probabilities, shares):
    ratios = np.exp(np.asarray(log_probabilities)) / np.asarray(shares)
    return np.argsort(ratios / ratios.sum(axis=1, keepdims=True), axis=1)[:, -1]


@wrong("prior_removed", because="the shares are estimated from the probabilities themselves")
def own_shares(log_probabilities, shares):
    return (log_probabilities - np.log(np.exp(log_probabilities).mean(axis=0))).argmax(axis=1)


@wrong("prior_removed", because="the logarithms have two bases")
def two_bases(log_probabilities, shares):
    return (log_probabilities - np.log2(shares)).argmax(axis=1)


@wrong("prior_removed", because="takes the least likely")
def least(log_probabilities, shares):
    return (log_probabilities - np.log(shares)).argmin(axis=1)


@wrong("prior_removed", because="divides by the share of the answer alone, then compares with the others")
def only_the_answer(log_probabilities, shares):
    left = np.array(log_probabilities)
    at = np.arange(len(left)), left.argmax(axis=1)
    left[at] -= np.log(shares)[at[1]]
    return left.argmax(axis=1)


@right("prior_removed")
def in_place(log_probabilities, shares):
    log_probabilities -= np.log(shares)
    return log_probabilities.argmax(axis=-1)


@wrong("prior_removed", because="takes the prior away twice")
def taken_away_twice(log_probabilities, shares):
    return (log_probabilities - 2 * np.log(shares)).argmax(axis=1)


@wrong("prior_removed", because="sorts the shares, and so gives them to other classes")
def of_sorted_shares(log_probabilities, shares):
    return (log_probabilities - np.log(np.sort(shares)[::-1])).argmax(axis=1)
