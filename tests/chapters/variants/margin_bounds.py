"""The chapter "Margin bounds": the bound as a function of the margins."""

import numpy as np

from tests.chapters.variants import right, wrong


@right("kernel_bound")
def by_cases(margin, rho, Q, delta):
    total = 0.0
    for one in margin:
        total += 1 if one <= 0 else 0 if one >= rho else 1 - one / rho
    m = len(margin)
    return total / m + 4 * Q / (rho * m**0.5) + (np.log(1 / delta) / 2 / m) ** 0.5


@right("kernel_bound")
def by_where(margin, rho, Q, delta):
    loss = np.where(margin > rho, 0, np.minimum(1, 1 - margin / rho))
    return np.mean(loss) + (4 * Q / rho + np.sqrt(-np.log(delta) / 2)) / np.sqrt(margin.size)


@wrong("kernel_bound", because="lets the loss of a negative margin exceed one")
def uncut(margin, rho, Q, delta):
    m = len(margin)
    return np.maximum(0, 1 - margin / rho).mean() + 4 * Q / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="lets the loss of a large margin fall below zero")
def negative(margin, rho, Q, delta):
    m = len(margin)
    return np.minimum(1, 1 - margin / rho).mean() + 4 * Q / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="takes the factor inside one class")
def half(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).mean() + 2 * Q / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="takes the bound that is quadratic in Q")
def quadratic(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).mean() + 2 * Q**2 / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="forgets the threshold in the middle term")
def no_threshold(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).mean() + 4 * Q / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="counts the margins below the threshold")
def fraction(margin, rho, Q, delta):
    m = len(margin)
    return np.mean(margin < rho) + 4 * Q / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@right("kernel_bound")
def by_interpolation(margin, rho, Q, delta):
    root = np.sqrt(np.array([16 * Q**2 / rho**2, np.log(1 / delta) / 2]) / margin.shape[0])
    return np.interp(margin, [0, rho], [1, 0]).mean() + root.sum()


@wrong("kernel_bound", because="sums the losses")
def no_mean(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).sum() + 4 * Q / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="takes the last term of the empirical bound")
def three_roots(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).mean() + 4 * Q / rho / np.sqrt(m) + 3 * np.sqrt(np.log(2 / delta) / 2 / m)


@wrong("kernel_bound", because="counts wrong answers in place of the margin loss")
def training_error(margin, rho, Q, delta):
    m = len(margin)
    return np.mean(margin <= 0) + 4 * Q / rho / np.sqrt(m) + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="divides the middle term by the number of examples, not by its root")
def too_fast(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).mean() + 4 * Q / rho / m + np.sqrt(np.log(1 / delta) / 2 / m)


@wrong("kernel_bound", because="pays for a statement about each class")
def for_each_class(margin, rho, Q, delta):
    m = len(margin)
    return np.clip(1 - margin / rho, 0, 1).mean() + 4 * Q / rho / np.sqrt(m) + np.sqrt(np.log(Q / delta) / 2 / m)


@wrong("kernel_bound", because="cuts the whole bound at one")
def cut_at_one(margin, rho, Q, delta):
    return min(1, by_cases.function(margin, rho, Q, delta))


@right("kernel_bound")
def by_pieces(margin, rho, Q, delta):
    loss = np.piecewise(margin, [margin <= 0, margin >= rho], [1, 0, lambda t: 1 - t / rho])
    return (
        loss.sum() / margin.size + 4 * Q / (rho * np.sqrt(margin.size)) + np.sqrt(np.log(1 / delta) / (2 * margin.size))
    )
