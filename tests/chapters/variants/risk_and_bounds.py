"""The chapter "Test before you learn": the online confusion matrix of the nearest neighbour."""

import numpy as np
from sklearn.metrics import confusion_matrix
from sklearn.neighbors import KNeighborsClassifier

from tests.chapters.variants import right, wrong


def counted(answers, y):
    """Shares of each answer in each class, zero on the diagonal."""
    Q = y.max() + 1
    C = np.array([[np.mean(answers[y == p] == q) for q in range(Q)] for p in range(Q)])
    return C * (1 - np.eye(Q))


def progressive(X, y):
    return np.array([0] + [y[((X[:t] - X[t]) ** 2).sum(axis=1).argmin()] for t in range(1, len(y))])


@right("online_matrix")
def by_shares(X, y):
    return counted(progressive(X, y), y)


@right("online_matrix")
def by_a_memory(X, y):
    Q = max(y) + 1
    C, memory = np.zeros((Q, Q)), []
    for x, p in zip(X, y):
        q = min(memory, key=lambda old: np.linalg.norm(x - old[0]))[1] if memory else 0
        C[p, q] += p != q
        memory.append((x, p))
    return C / np.array([[sum(y == p)] for p in range(Q)])


@right("online_matrix")
def by_all_distances(X, y):
    D = np.linalg.norm(X[:, None] - X, axis=2)
    D[np.triu_indices(len(y))] = np.inf
    answers = np.append(0, y[D[1:].argmin(axis=1)])
    C = np.zeros((y.max() + 1,) * 2)
    np.add.at(C, (y, answers), (answers != y) / np.bincount(y)[y])
    return C


@right("online_matrix")
def by_normalising(X, y):
    C, q = np.zeros((len(np.unique(y)),) * 2, dtype=int), 0
    for t, p in enumerate(y):
        if t:
            q = y[np.argmin(((X[:t] - X[t]) ** 2).sum(axis=1))]
        C[p, q] += 1
    C = C / C.sum(axis=1, keepdims=True)
    np.fill_diagonal(C, 0)
    return C


@right("online_matrix")
def by_scikit_learn(X, y):
    models = [KNeighborsClassifier(1).fit(X[:t], y[:t]) for t in range(1, len(y))]
    answers = [0, *(model.predict([x])[0] for model, x in zip(models, X[1:]))]
    C = confusion_matrix(y, answers, normalize="true")
    return C - np.diag(np.diag(C))


@wrong("online_matrix", because="lets each example find itself")
def itself(X, y):
    return counted(y[np.linalg.norm(X[:, None] - X, axis=2).argmin(axis=1)], y)


@wrong("online_matrix", because="leaves one out, and so looks ahead")
def ahead(X, y):
    D = np.linalg.norm(X[:, None] - X, axis=2)
    np.fill_diagonal(D, np.inf)
    return counted(y[D.argmin(axis=1)], y)


@wrong("online_matrix", because="divides by the number of all rounds")
def by_all_rounds(X, y):
    return counted(progressive(X, y), y) * np.bincount(y)[:, None] / len(y)


@wrong("online_matrix", because="divides by the count so far")
def counts_so_far(X, y):
    C, seen = np.zeros((y.max() + 1,) * 2), np.zeros(y.max() + 1)
    for p, q in zip(y, progressive(X, y)):
        seen[p] += 1
        C[p, q] += (p != q) / seen[p]
    return C


@wrong("online_matrix", because="has the true classes in columns")
def transposed(X, y):
    return counted(progressive(X, y), y).T


@wrong("online_matrix", because="keeps the diagonal")
def with_diagonal(X, y):
    C = counted(progressive(X, y), y)
    return C + np.diag(1 - C.sum(axis=1))


@wrong("online_matrix", because="leaves the first round out")
def without_the_first(X, y):
    answers = progressive(X, y)
    answers[0] = y[0]
    return counted(answers, y)


@wrong("online_matrix", because="takes the class of the last example")
def last_class(X, y):
    return counted(np.append(0, y[:-1]), y)


@wrong("online_matrix", because="divides by the number of answers, not of examples, of a class")
def by_answers(X, y):
    answers = progressive(X, y)
    C = counted(answers, y) * np.bincount(y)[:, None]
    return C / np.maximum(1, np.bincount(answers, minlength=len(C)))


@wrong("online_matrix", because="never asks the first example")
def forgets_the_first(X, y):
    later = [y[1:t][((X[1:t] - X[t]) ** 2).sum(axis=1).argmin()] for t in range(2, len(y))]
    return counted(np.array([0, 0, *later]), y)


@wrong("online_matrix", because="keeps only what it answered wrongly")
def condensed(X, y):
    answers, memory = [0], [0]
    for t in range(1, len(y)):
        answers.append(y[memory[((X[memory] - X[t]) ** 2).sum(axis=1).argmin()]])
        memory += [t] if answers[t] != y[t] else []
    return counted(np.array(answers), y)


@wrong("online_matrix", because="adds up the differences of the coordinates")
def by_coordinates(X, y):
    answers = [0, *(y[np.abs(X[:t] - X[t]).sum(axis=1).argmin()] for t in range(1, len(y)))]
    return counted(np.array(answers), y)
