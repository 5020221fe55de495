"""Exercises by hand with other numbers each time, one for each chapter: what `coursemachine.site.sheets` asks.

Each is a function of a generator of random numbers, which returns its text, the numbers that it asks for in their
order, and what typical mistakes give in their place.  What the package computes, it computes here, too.
"""

import math

import numpy as np
from scipy.special import softmax
from scipy.stats import beta, t

from confusion.copa import confusion_risk, copa_multipliers, copa_step, empirical_online_confusion_risk, hinge_losses
from confusion.decisions import bayes_predictions, prior_shift
from confusion.margins import conditional_risk, margins, rademacher_ball, rademacher_bound, surrogate_minimiser
from confusion.metrics import (
    balanced_error,
    confusion_from_counts,
    fold_difference,
    frobenius_norm,
    operator_norm,
    per_class_error,
    risk,
)
from confusion.noise import class_proportions, estimated_error, estimated_joint


def one(draw, *values):
    """One of some numbers, as Python's own."""
    return draw.choice(values).item()


def noise(draw):
    """A noise matrix of two classes, whose columns are the true classes, and its text."""
    first, second = one(draw, 0.1, 0.2, 0.3), one(draw, 0.15, 0.25, 0.35)
    C = np.array([[1 - first, second], [first, 1 - second]])
    return C, f"$C$ with the columns $({C[0, 0]:g}, {first:g})$ and $({second:g}, {C[1, 1]:g})$"


def listed(values, form="g"):
    """Numbers in brackets."""
    return f"$({', '.join(format(value, form) for value in values)})$"


# ---------------------------------------------------------------- measures, scores, promises


def a_matrix(draw):
    """A matrix"""
    n = draw.choice([40, 50, 80, 200], 3, replace=False)
    a, b, c = (int(size * share) for size, share in zip(n, draw.choice([0.1, 0.2, 0.3, 0.4, 0.5], 3, replace=False)))
    C = confusion_from_counts([[n[0] - a, a, 0], [b, n[1] - b, 0], [c, 0, n[2] - c]])
    right, worst = 1 - risk(C, n / n.sum()), per_class_error(C).max()
    text = f"""Of {n[0]} examples of *a*, {a} are predicted *b*; of {n[1]} of *b*, {b} are predicted *a*; of {n[2]} of
*c*, {c} are predicted *a*. All other predictions are right. Give the accuracy, the largest class error, the operator
norm."""
    return text, [right, worst, operator_norm(C)], {"this norm is Frobenius's": [right, worst, frobenius_norm(C)]}


def a_screening(draw):
    """A screening"""
    share, recall, false = one(draw, 0.005, 0.01, 0.02), one(draw, 0.75, 0.85, 0.9), one(draw, 0.02, 0.03, 0.05)

    def precision(recall, false):
        return share * recall / (share * recall + (1 - share) * false)

    key = [precision(recall, false), false / (recall + false), precision(recall**2, false**2)]
    text = f"""A test detects {100 * recall:g} % of the ill and gives an alarm to {100 * false:g} % of the healthy;
{100 * share:g} % are ill. Give its precision, the share of the ill at which the precision would be one half, and the
precision where two positive tests in a row are demanded that err independently given the class."""
    return text, key, {"the shares of ill and healthy are left out": [recall / (recall + false), *key[1:]]}


def least_risks(draw):
    """Least risks"""
    first, second = one(draw, 0.41, 0.43, 0.44, 0.46, 0.47), one(draw, 0.34, 0.35, 0.37, 0.38)
    eta = [first, second, round(1 - first - second, 2)]
    kinds = "max-hinge", "sum-hinge", "sum-to-zero-hinge", "exponential"
    text = f"""At an input the classes have the probabilities {listed(eta)}. Give the least conditional risks of the
max-hinge, the sum-hinge, the sum-to-zero hinge and the exponential loss."""
    return text, [conditional_risk(surrogate_minimiser(eta, kind), eta, kind) for kind in kinds], {}


def a_perceptron(draw):
    """A perceptron"""
    x, y, w, mistakes = draw.choice([-2, -1, 1, 2], (5, 2)), draw.choice([1, -1], 5), np.zeros(2), 0
    for point, sign in zip(x, y):
        if sign * 2 * (w @ point) <= 0:
            w, mistakes = w + sign * point, mistakes + 1
    seen = ", ".join(f"${tuple(map(int, point))}$ of class {1 if sign > 0 else 2}" for point, sign in zip(x, y))
    text = f"""Two classes, class vectors that begin at zero, and the perceptron, for which a tie is a mistake. It sees
{seen}, in this order. Give the number of mistakes, and the two entries of $w_1$ at the end."""
    return text, [mistakes, *w], {}


def no_error_seen(draw):
    """No error seen"""
    n, delta, most = one(draw, 40, 60, 80, 150), one(draw, 0.01, 0.05, 0.1), one(draw, 0.01, 0.02, 0.04)
    exact, any_error = beta.ppf(1 - delta, 1, n).item(), math.sqrt(math.log(1 / delta) / (2 * n))
    enough = math.ceil(math.log(delta) / math.log(1 - most))
    text = f"""None of the {n} test examples of a class is wrong. What is its upper end with {100 * (1 - delta):g} %,
for this class alone: exactly, and by the inequality of Hoeffding? How many examples without an error are needed for an
exact upper end of at most {100 * most:g} %?"""
    return text, [exact, any_error, enough], {"the first is the rule of three": [3 / n, any_error, enough]}


def a_small_ball(draw):
    """A small ball"""
    cosine, size = one(draw, -0.28, 0.28, 0.6, 0.8, -0.6), one(draw, 2, 3, 5)
    value, bound = rademacher_ball([[1, cosine], [cosine, 1]], size).value, rademacher_bound(size, 1, 2)
    text = f"""Two examples have $\\phi(x_1)$ and $\\phi(x_2)$ of length 1 with the inner product {cosine:g}. Give the
empirical Rademacher complexity of the ball $\\Lambda = {size}$, and its bound $r \\Lambda / \\sqrt m$."""
    return text, [value, bound], {"the second divides by m, not by its root": [value, size / 2]}


def an_objective(draw):
    """An objective"""
    W, X, C = draw.integers(-1, 2, (3, 2)) / 2, draw.choice([-2, -1, 1, 2], (2, 2)), one(draw, 0.5, 2, 4)
    rho = margins(X @ W.T, [0, 2])
    vectors = ", ".join(f"$w_{q} = {tuple(map(float, w))}$" for q, w in enumerate(W, 1))
    text = f"""Let {vectors} and $C = {C:g}$. The examples are ${tuple(map(int, X[0]))}$ of class 1 and
${tuple(map(int, X[1]))}$ of class 3. Give both margins, and the objective of the multiclass SVM."""
    key = [*rho, np.sum(W**2) / 2 + C * np.maximum(0, 1 - rho).sum()]
    return text, key, {"the norm is not halved": [*rho, key[-1] + np.sum(W**2) / 2]}


def a_round(draw):
    """One round"""
    m, Q = one(draw, 10, 12, 20, 25), one(draw, 3, 4, 5)
    wrong = draw.integers(2, m * Q // 4).item()
    share = wrong / (m * Q)
    Z = 2 * math.sqrt(share * (1 - share))
    text = f"""AdaBoost.MH begins with {m} examples of {Q} classes and the uniform start. Its first stump votes wrongly
on {wrong} of the squares. Give $\\varepsilon_1$, $\\alpha_1$, $Z_1$, and the bound on the training error after this
round."""
    key = [share, math.log((1 - share) / share) / 2, Z, Q / 2 * Z]
    return text, key, {"the vote is twice as large": [share, 2 * key[1], *key[2:]]}


def a_code(draw):
    """A code"""
    distances = np.zeros(1)
    while distances.min() < 3:
        M = draw.choice([-1, 1], (4, 7))
        distances = np.array([np.sum(M[p] != M[q]) for p in range(4) for q in range(p)])
    bits = M[draw.integers(4)] * np.where(np.arange(7) == draw.integers(7), -1, 1)
    rows = "; ".join("".join("+" if bit > 0 else "-" for bit in row) for row in M)
    text = f"""Four classes have the code words `{rows}`. Give the least distance of two of them, how many wrong bits
the code always survives, and the number, from 1 to 4, of the class that the bits
`{"".join("+" if bit > 0 else "-" for bit in bits)}` are decoded to."""
    return text, [distances.min(), (distances.min() - 1) // 2, 1 + (M != bits).sum(axis=1).argmin()], {}


def a_weakest_link(draw):
    """A weakest link"""
    b, d = one(draw, 1, 2), one(draw, 5, 6, 7, 8)
    c = b + one(draw, 1, 2)
    a = c + draw.integers(3, 7).item()
    root = min(a + b, c + d)
    key = [c - b, (root - b) / 2, root - c]
    text = f"""Two classes. The root of a tree holds $({a + b}, {c + d})$ examples, its children $({a + b}, {c})$ and
$(0, {d})$; the first child has the children $({a}, 0)$ and $({b}, {c})$. Let $F$ be misclassification. Give $r$ of the
first child, $r$ of the root, and $r$ of the root after the weakest link is collapsed."""
    return text, key, {"the last one is that of the whole tree": [*key[:2], key[1]]}


# ---------------------------------------------------------------- COPA


def an_online_risk(draw):
    """An online confusion risk"""
    y, w = np.concatenate([[0, 1], draw.integers(0, 2, 3)]), draw.choice([-0.8, -0.5, 0, 0.3, 0.6, 1.5], 5)
    C = empirical_online_confusion_risk([[[one], [-one]] for one in w], np.ones((5, 1)), y)
    text = f"""Two classes, and $x = 1$ in five rounds with the labels *{", ".join("ab"[one] for one in y)}*. Before
them the weights of *a* are {listed(w)}, those of *b* are the same with the other sign. Give the empirical online
confusion risk for the hinge losses: its entry in row *a*, its entry in row *b*, and its operator norm."""
    return text, [C[0, 1], C[1, 0], np.linalg.norm(C, 2)], {}


def a_strip(draw):
    """A strip"""
    half, first, last = one(draw, 5, 6, 7, 8, 9, 10), one(draw, 1, 2), one(draw, 1, 2, 3)
    blocks = [first, last, half - first, half - last]
    y = np.repeat([0, 1, 0, 1], blocks)
    W = [np.zeros((2, 1))]
    for label in y:
        W.append(copa_step(W[-1], [1.0], label, np.inf))
    W, X = np.array(W[:-1]), np.ones((2 * half, 1))
    online, mean = empirical_online_confusion_risk(W, X, y), W.mean(axis=0)
    text = f"""As in the counterexample $X = 1$, the step is that of $C = \\infty$. The labels are {blocks[0]} times
*a*, {blocks[1]} times *b*, {blocks[2]} times *a*, {blocks[3]} times *b*. Give the operator norm of the empirical
online confusion risk, the average weight $\\bar w$ of *a*, and the operator norm of the confusion risk of the
average."""
    return text, [np.linalg.norm(online, 2), mean[0, 0], np.linalg.norm(confusion_risk(mean, X, y), 2)], {}


def a_step(draw):
    """A step of COPA"""
    second, third, C = one(draw, 0.6, 0.8, 1.0), -one(draw, 0.3, 0.4, 0.6), one(draw, 0.5, 1, 2)
    scores = np.array([-(second + third), second, third])
    after = copa_step(scores[:, None], [1.0], 0, C)[:, 0]
    text = f"""Let $x = 1$, $y = 1$, the scores {listed(scores)} and $C = {C:g}$. Give the three scores after COPA's
step."""
    return text, after, {"this is the step of C = ∞": copa_step(scores[:, None], [1.0], 0, np.inf)[:, 0]}


def two_rounds(draw):
    """Two rounds"""
    C, x = one(draw, 0.5, 1, 4), one(draw, 0.5, 1.5, 2)
    W = np.zeros((2, 1)), copa_step(np.zeros((2, 1)), [1.0], 0, C)
    online = empirical_online_confusion_risk(W, [[1], [x]], [0, 1])
    alpha = copa_multipliers(W[0], [1.0], 0, C)[1]
    text = f"""Two classes, one feature, $C = {C:g}$. First comes $x = 1$ with class 1, then $x = {x:g}$ with class 2;
in both rounds $c_t = 1$. Give the multiplier $\\alpha$ of round 1, the loss of class 1 in round 2, and operator norm
and Frobenius norm of the empirical online confusion risk."""
    return text, [alpha, hinge_losses(W[1], [[x]])[0, 0], np.linalg.norm(online, 2), np.linalg.norm(online)], {}


def noisy_means(draw):
    """Noisy class means"""
    small, rate = one(draw, 0.05, 0.1, 0.15), one(draw, 0.1, 0.2, 0.4)
    shares, fresh = np.array([1 - 2 * small, small, small]), 1.5 * rate
    own = (1 - fresh) * shares / ((1 - fresh) * shares + fresh / 3)
    means = own[:, None] * [[0, 1], [1, 0], [-1, 0]] + (1 - own[:, None]) * [0, shares[0]]
    difference = means[0] - means[1]
    text = f"""The shares of *a*, *b*, *c* are {listed(shares)}, the centres $(0, 1)$, $(1, 0)$, $(-1, 0)$, and each
label is replaced with rate $\\eta = {rate:g}$ by one of the two others, at random. Give $\\lambda_a$, $\\lambda_b$,
and the slope of the line through the origin along which the class-mean rule separates *a* from *b*."""
    key = [*own[:2], -difference[0] / difference[1]]
    taken = (1 - rate) * shares / ((1 - rate) * shares + rate / 3)
    return text, key, {"the rate is taken for that of drawing anew": [*taken[:2], key[2]]}


# ---------------------------------------------------------------- UMA


def noisy_labels(draw):
    """Noisy labels"""
    (C, words), share = noise(draw), one(draw, 0.3, 0.4, 0.6, 0.7)
    joint = C * [share, 1 - share]
    key = [joint[0].sum(), *(joint / joint.sum(axis=1, keepdims=True))[:, 0]]
    text = f"""Class 1 has the share {share:g}, and the noise matrix is {words}. Give the share of the label 1, and the
probability of the true class 1 where the label is 1, and where it is 2."""
    return text, key, {"the matrix is transposed": [(C.T @ [share, 1 - share])[0], *key[1:]]}


def clean_counts(draw):
    """Clean counts"""
    C, words = noise(draw)
    true = 20 * draw.integers(1, 5, (2, 2))  # rows predicted
    labels = np.round(true @ C.T).astype(int)
    predicted, given = np.repeat([0, 1], labels.sum(axis=1)), np.repeat([0, 1, 0, 1], labels.ravel())
    joint = labels.sum() * estimated_joint(given, predicted, C)
    text = f"""The noise matrix is {words}. Of {labels.sum()} examples, {labels[0].sum()} are predicted 1, of which
{labels[0, 0]} have the label 1; {labels[1].sum()} are predicted 2, of which {labels[1, 0]} have the label 1. Recover
the counts: predicted 1 and truly 1, predicted 1 and truly 2, predicted 2 and truly 1, predicted 2 and truly 2."""
    return text, joint.ravel(), {"the labels are believed": labels.ravel()}


def one_point(draw):
    """One point, many labels"""
    labels, w, mistakes, after = [1, *draw.choice([1, 1, 2], 7)], 0, 0, []
    for label in labels:
        sign = 1 if label == 1 else -1
        if sign * w <= 0:
            w, mistakes = w + sign, mistakes + 1
        after.append(w)
    text = f"""One point, $x = 1$, two classes, and the perceptron from $W = 0$, for which a tie is a mistake. The
labels are {", ".join(map(str, labels))}. Give the number of mistakes, and the average of $w_1$ after the eight
examples."""
    before = [mistakes, np.mean([0, *after[:-1]])]
    return text, [mistakes, np.mean(after)], {"the average is of the vectors before": before}


def what_is_left(draw):
    """What is left"""
    share, assumed = one(draw, 0.2, 0.3, 0.5), one(draw, 0.1, 0.25, 0.4)
    C, D = (np.array([[1 - s, 0], [s, 1]]) for s in (share, assumed))
    A = np.linalg.solve(D, C)
    text = f"""Two classes. Of class 1 a share of {share:g} is renamed to 2, class 2 keeps its labels; UMA assumes
{assumed:g} in place of {share:g}. Give both entries of the first column of $A$."""
    return text, A[:, 0], {"what is assumed is the truth here": np.linalg.solve(C, D)[:, 0]}


def bought_labels(draw):
    """Bought labels"""
    n, rare, asked, m = (one(draw, *sizes) for sizes in ((1000, 2000, 4000), (40, 60, 80), (250, 300), (20, 30, 40)))
    left = asked - 5 * m
    text = f"""Of {n} examples of five classes, the rarest has {rare}. You may ask for {asked} labels, and five steps
take $m = {m}$ each. Give how many are left for $\\mathcal S_{{\\text{{conf}}}}$, how many of these will be of the
rarest class, on average, and the standard deviation of an estimated entry of .3 of its column with this average number
of examples."""
    number = left * rare / n
    return text, [left, number, math.sqrt(0.3 * 0.7 / number)], {}


def an_impossible_number(draw):
    """An impossible number"""
    (C, words), first = noise(draw), 10 * one(draw, 4, 5, 6)
    labels = np.repeat([0, 1], [first, 100 - first])
    masses = class_proportions(labels, C)
    text = f"""The noise matrix is {words}. A classifier $g$ predicts class 1 for {first} % of the examples, and the
labels are $y = g(x)$. For $W = G$ give the estimated error, the mass of class 1 that $C$ implies, and the true error
if the classes have these masses."""
    return text, [estimated_error(labels, labels, C), masses[0], masses @ (1 - C.diagonal())], {}


# ---------------------------------------------------------------- CoMBo


def a_weak_classifier(draw):
    """A weak classifier"""
    sizes = np.array([one(draw, 10, 12, 20), one(draw, 4, 5, 8), one(draw, 2, 3)])
    wrong = np.array([0, draw.integers(1, sizes[1] // 2 + 1).item(), 1])
    right, missed = 2 * np.sum(1 - wrong / sizes), np.sum(wrong / sizes)  # of weights 1/m: two costs, and one
    edge = (right - missed) / 6
    text = f"""Three classes have {sizes[0]}, {sizes[1]} and {sizes[2]} examples, with the weights $1/m_y$. A weak
classifier is right, but for {wrong[1]} of the second and {wrong[2]} of the third class, which it predicts to be of the
first. Give the edge, the step made of the edge, and the loss after the exact step."""
    key = [edge, math.log((1 + edge) / (1 - edge)) / 2, missed + 2 * math.sqrt(right * missed)]
    return text, key, {"the second is the exact step": [edge, math.log(right / missed) / 2, key[2]]}


def a_chain(draw):
    """A chain"""
    ab, ba, ca = draw.choice([0.1, 0.2, 0.3, 0.4, 0.5], 3, replace=False)
    C = np.array([[0, ab, 0], [ba, 0, 0], [ca, 0, 0]])
    text = f"""A vote on three classes has the errors $\\widehat C_{{ab}} = {ab:g}$, $\\widehat C_{{ba}} = {ba:g}$ and
$\\widehat C_{{ca}} = {ca:g}$. Give the balanced error, the Frobenius norm, the operator norm; and the operator norm if
for the errors of *c* the label *b* is predicted instead."""
    moved = operator_norm([[0, ab, 0], [ba, 0, 0], [0, ca, 0]])
    key = [balanced_error(C), frobenius_norm(C), operator_norm(C), moved]
    return text, key, {"the first is the sum of the class errors": [C.sum(), *key[1:]]}


def a_rate_of_exchange(draw):
    """A rate of exchange"""
    rare, plain, shifted = one(draw, 0.05, 0.1, 0.15), one(draw, 0.4, 0.5, 0.6), one(draw, 0.15, 0.2, 0.25)
    shares = np.array([1 - 2 * rare, rare, rare])
    first, second = (np.array([[0, a, 0], [b, 0, 0], [b, 0, 0]]) for a, b in ((0.02, plain), (shifted, shifted)))
    r = shares[0] * (shifted - 0.02) / (2 * rare * (plain - shifted))
    text = f"""The shares of *a*, *b*, *c* are {listed(shares)}. Rule 1 errs on .02 of *a*, and on {plain:g} of *b* and
of *c*; rule 2 on {shifted:g} of each class. Wrong examples of *a* are predicted *b*, all other wrong ones *a*. Give
the error of rule 1 and of rule 2, the operator norm of each, and from which $r$ on rule 2 is the cheaper one, if an
error on *b* or *c* costs $r$ times as much as one on *a*."""
    return text, [risk(first, shares), risk(second, shares), operator_norm(first), operator_norm(second), r], {}


def a_shift(draw):
    """A shift"""
    rare, gap = one(draw, 0.05, 0.1, 0.2), one(draw, 0.3, 0.4, 0.6)
    shares, votes = np.array([1 - 2 * rare, rare, rare]), np.array([1 + gap, 1, 0.5])
    P = softmax(2 * votes)
    text = f"""The shares of *a*, *b*, *c* are {listed(shares)}, and AdaBoost.MM's votes are {listed(votes)}. Give the
estimated probability of *a*, the same after the whole shift, $s = 1$, and the $s$ from which on *b* is predicted."""
    key = [P[0], prior_shift([P], shares)[0, 0], 2 * gap / math.log(shares[0] / rare)]
    return text, key, {"the votes are not doubled": [softmax(votes)[0], *key[1:]]}


# ---------------------------------------------------------------- decisions


def a_cost(draw):
    """A cost"""
    P = [0.6, 0.3, 0.1], [0.55, 0.25, 0.2], [0.5, 0.35, 0.15], [0.65, 0.2, 0.15]
    P, k = P[draw.integers(len(P))], one(draw, 2, 3, 5, 6)
    costs = 1.0 - np.eye(3)
    costs[2, :2] = k
    text = f"""The probabilities of *a*, *b*, *c* are {listed(P)}. An error on an example of *c* costs {k}, any other
error 1. Give the expected costs of the predictions *a*, *b*, *c*, the number (1, 2 or 3) of the class to predict, and
the cost of an error on *c* from which on *c* is predicted."""
    key = [*(P @ costs), 1 + bayes_predictions([P], costs)[0], P[0] / P[2]]
    return text, key, {"the matrix is transposed": [*(P @ costs.T), *key[3:]]}


def a_floor(draw):
    """A floor"""
    first, second = one(draw, 0.5, 0.6, 0.7), one(draw, 0.1, 0.2)
    masses = np.array([[first, second], [0.8 - first, 0.3], [0.2, 0.7 - second]])
    u, v = np.array(draw.permutation([0.6, 0.8])), np.array(draw.permutation([0.6, 0.8]))
    s = masses * u
    costs = s[:, ::-1] * v
    text = f"""Two classes and three findings: class 1 has them with the probabilities {listed(masses[:, 0])}, class 2
with {listed(masses[:, 1])}. The prior $u = {tuple(map(float, u))}$ and the prices $v = {tuple(map(float, v))}$ have
length one. Give the floor that they prove, and the price $v_1$ at which the two predictions tie at the first finding,
if $v_2$ stays."""
    return text, [costs.min(axis=1).sum(), s[0, 0] * v[1] / s[0, 1]], {}


def three_findings(draw):
    """Three findings"""
    ill, middle = one(draw, 0.05, 0.1, 0.2), one(draw, 0.15, 0.2, 0.25)
    healthy, sick = np.array([0.95 - middle, middle, 0.05]), np.array([0.1, 0.4, 0.5])
    chance = (sick[:2].sum() - healthy[2]) / (healthy[1] + sick[1])
    norm = operator_norm([[0, healthy[2]], [sick[:2].sum(), 0]])
    text = f"""A share of {ill:g} is ill. The three findings have the probabilities {listed(healthy)} for the healthy
and {listed(sick)} for the ill. An alarm is sent at the third finding: give the error and the operator norm. Now it is
sent at the second one, too, with probability $t$: for which $t$ is the norm least, and how small is it?"""
    return text, [(1 - ill) * healthy[2] + ill * (1 - sick[2]), norm, chance, healthy[2] + chance * healthy[1]], {}


def a_rule_for_f1(draw):
    """A rule for macro-F1"""
    F, both = np.array([0.9, one(draw, 0.5, 0.6, 0.7), 0.4]), np.array([1.6, one(draw, 0.2, 0.3), 0.15])
    eta = [0.6, 0.3, 0.1], [0.65, 0.25, 0.1], [0.7, 0.2, 0.1]
    eta = np.array(eta[draw.integers(len(eta))])
    tie = (both[1] * (1 - F[0] / 2) + both[0] * F[1] / 2) / (both[0] + both[1])
    text = f"""At some step the F1 of *a*, *b*, *c* are {listed(F)}, and $s_q + r_q$ are {listed(both)}. Where $\\eta =
{tuple(map(float, eta))}$, give the three numbers whose largest is predicted; and from which $\\eta_b$ on *b* is
predicted where $\\eta_c = 0$."""
    return text, [*(eta - F / 2) / both, tie], {"F is not halved": [*(eta - F) / both, tie]}


def a_clear_difference(draw):
    """A clear difference"""
    a = draw.choice([0.2, 0.22, 0.24, 0.26, 0.3], 5, replace=False)
    b = a - draw.choice([-0.01, 0.01, 0.02, 0.03, 0.04, 0.06, 0.07], 5)
    mean, error = fold_difference(a, b, test_share=0.2)
    text = f"""In five folds one classifier has the norms {listed(a)}, the other {listed(b)}. Give the mean difference,
its corrected standard error, their ratio, and the ratio from which on a difference of five folds is clear."""
    naive = np.std(a - b, ddof=1) / math.sqrt(5)
    key, plain = ([mean, each, mean / each, t.ppf(0.975, 4)] for each in (error, naive))
    return text, key, {"the standard error is not corrected": plain}


#: The exercise of each chapter.
EXERCISES = {
    "foundations/why-accuracy-lies": a_matrix, "foundations/which-measure-when": a_screening,
    "foundations/scores-and-margins": least_risks, "foundations/learning-online": a_perceptron,
    "foundations/guarantees": no_error_seen, "foundations/margin-bounds": a_small_ball,
    "foundations/the-multiclass-svm": an_objective, "foundations/boosting-and-stumps": a_round,
    "foundations/reductions": a_code, "foundations/grow-and-prune": a_weakest_link,
    "copa/risk-and-bounds": an_online_risk, "copa/what-the-average-inherits": a_strip, "copa/the-update": a_step,
    "copa/from-a-step-to-a-stream": two_rounds, "copa/what-the-weights-do": noisy_means,
    "uma/label-noise": noisy_labels, "uma/uma": clean_counts, "uma/how-long-and-how-many": one_point,
    "uma/told-a-wrong-matrix": what_is_left, "uma/the-real-data-experiments": bought_labels,
    "uma/labels-from-a-classifier": an_impossible_number,
    "combo/adaboost-mm": a_weak_classifier, "combo/from-the-norm-to-a-loss": a_chain,
    "combo/lower-norm": a_rate_of_exchange, "combo/one-shift": a_shift,
    "decisions/one-matrix": a_cost, "decisions/the-least-norm": a_floor, "decisions/the-frontier": three_findings,
    "decisions/decide-for-your-measure": a_rule_for_f1, "decisions/which-one-today": a_clear_difference,
}  # fmt: skip
