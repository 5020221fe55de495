"""The chapter "Test before you learn": the online confusion matrix of the nearest neighbour."""

import numpy as np

from tests.chapters.variants import Answers


def counted(answers, y):
    """Shares of each answer in each class, zero on the diagonal."""
    Q = y.max() + 1
    C = np.array([[np.mean(answers[y == p] == q) for q in range(Q)] for p in range(Q)])
    return C * (1 - np.eye(Q))


def progressive(X, y, far=lambda gap: (gap**2).sum(axis=1)):
    return np.array([0] + [y[far(X[:t] - X[t]).argmin()] for t in range(1, len(y))])


def by_a_memory(X, y):
    Q = max(y) + 1
    C, memory = np.zeros((Q, Q)), []
    for x, p in zip(X, y):
        q = min(memory, key=lambda old: np.linalg.norm(x - old[0]))[1] if memory else 0
        C[p, q] += p != q
        memory.append((x, p))
    return C / np.array([[sum(y == p)] for p in range(Q)])


def ahead(X, y):
    D = np.linalg.norm(X[:, None] - X, axis=2)
    np.fill_diagonal(D, np.inf)
    return counted(y[D.argmin(axis=1)], y)


def counts_so_far(X, y):
    C, seen = np.zeros((y.max() + 1,) * 2), np.zeros(y.max() + 1)
    for p, q in zip(y, progressive(X, y)):
        seen[p] += 1
        C[p, q] += (p != q) / seen[p]
    return C


def with_diagonal(X, y):
    C = by_a_memory(X, y)
    return C + np.diag(1 - C.sum(axis=1))


def condensed(X, y):
    answers, memory = [0], [0]
    for t in range(1, len(y)):
        answers.append(y[memory[((X[memory] - X[t]) ** 2).sum(axis=1).argmin()]])
        memory += [t] if answers[t] != y[t] else []
    return counted(np.array(answers), y)


STUBS = {
    "online_matrix": Answers(
        [lambda X, y: counted(progressive(X, y), y), by_a_memory],
        {
            "leaves one out, and so looks ahead": ahead,
            "divides by the number of all rounds": lambda X, y: by_a_memory(X, y) * np.bincount(y)[:, None] / len(y),
            "divides by the count so far": counts_so_far,
            "has the true classes in columns": lambda X, y: by_a_memory(X, y).T,
            "keeps the diagonal": with_diagonal,
            "leaves the first round out": lambda X, y: counted(np.append(y[0], progressive(X, y)[1:]), y),
            "takes the class of the last example": lambda X, y: counted(np.append(0, y[:-1]), y),
            "keeps only what it answered wrongly": condensed,
            "adds up the differences of the coordinates": lambda X, y: counted(
                progressive(X, y, lambda gap: np.abs(gap).sum(axis=1)), y
            ),
        },
    )
}
