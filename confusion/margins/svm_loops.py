"""The dual of the multi-class SVM, block by block: the exact step of one example.

With e_iz = 1[z != y_i] and beta_i = C_i e(y_i) - alpha_i, the lecture's dual is

    max  D(alpha) = sum_i alpha_{i y_i} - 1/2 sum_z |f_z|^2,    f_z = sum_i alpha_iz K(x_i, .),
    beta_iz >= 0,    sum_z beta_iz = C_i,

so a block beta_i lives on a simplex.  G_iz = e_iz + f_z(x_i) is minus the derivative of D, and primal and dual are

    P - D = sum_i sum_z beta_iz (max_u G_iu - G_iz)

apart: a sum of non-negative terms, zero where beta_i lies on the classes of largest G_i only.  Given the other blocks,
the best beta_i is a projection on the simplex.  Gaps and steps are written with differences of G alone, so that a large
price C_i costs no digits.  Of k classes a step moves few: it lists them, and only their vectors or scores are changed.
"""

import numpy as np

from confusion._core.compiled import compiled
from confusion.margins import svm_twins as twins

__all__ = ["project_row", "step_row"]


@compiled(twin=twins.project_row)
def project_row(G, y, norm, price, alpha, i, listed, size, moved, move, stretch):
    """:func:`step_row` where norm = K(x_i, x_i) >= 0.

    With B = G - norm alpha_i, a wrong class gets alpha_iz = -max(0, B_z - theta) / norm and the true one
    min(price, (theta - B_y) / norm); theta makes the sum zero.  The classes above theta are found by dropping those
    that are not, and each that goes raises theta.  Levels are depths below the largest B: tau = top - theta.
    A step that is stretched is the exact one of a smaller norm.
    """
    # np.divide: numba tests each / for a zero, and functions that may raise count references, which costs more than
    # the step itself.
    whole, norm = norm, np.divide(norm, stretch)
    own = G[y] - norm * alpha[i, y]
    # above: classes over B_y, listed from the front; the others that move, from the back
    top, above, last = own, 1, size
    for n in range(size):
        z = listed[n]
        if z != y:
            B = G[z] - norm * alpha[i, z]
            if B > own:
                moved[above], move[above] = z, B
                above += 1
                if B > top:
                    top = B
            elif alpha[i, z] < 0.0:
                last -= 1
                moved[last] = z
    total = 0.0
    for n in range(1, above):
        move[n] = top - move[n]
        total += move[n]
    kept, room, tau, capped, dropped = above - 1, norm * price, 0.0, False, above > 1
    while dropped:
        if not capped:
            tau = np.divide(top - own + total, kept + 1)
            capped = top - own - tau >= room
        if capped:
            tau = np.divide(room + total, kept)
        rest, left = 0.0, 0
        for n in range(1, above):
            if move[n] == 0.0 or move[n] < tau:
                rest += move[n]
                left += 1
            else:
                move[n] = np.inf  # out for good
        dropped = left < kept
        kept, total = left, rest
    raised, rise, square = 0.0, 0.0, 0.0
    for n in range(1, above):
        z, new = moved[n], 0.0
        if move[n] < np.inf:
            new = np.divide(move[n] - tau, norm) if room > 0.0 else np.divide(-price, kept)
            raised -= new
        move[n] = new - alpha[i, z]
        alpha[i, z] = new
    count = above
    for n in range(last, size):
        z = moved[n]
        moved[count], move[count] = z, -alpha[i, z]
        alpha[i, z] = 0.0
        count += 1
    new = price if capped or raised > price else raised
    moved[0], move[0] = y, new - alpha[i, y]
    alpha[i, y] = new
    for n in range(count):
        rise -= move[n] * (G[moved[n]] - G[y])
        square += move[n] * move[n]
    return rise - 0.5 * whole * square, count


@compiled
def corner_row(G, y, norm, price, alpha, i, moved, move):
    """The same where K(x_i, x_i) < 0: the best corner of the simplex, if it is better than where alpha_i is."""
    k = alpha.shape[1]
    best, most = -1, 0.0
    for corner in range(k):
        rise, square = 0.0, 0.0
        for z in range(k):
            to = (price if z == y else 0.0) - (price if z == corner else 0.0)
            rise -= (to - alpha[i, z]) * (G[z] - G[y])
            square += (to - alpha[i, z]) ** 2
        if rise - 0.5 * norm * square > most:
            best, most = corner, rise - 0.5 * norm * square
    if best < 0:
        return 0.0, 0
    for z in range(k):
        to = (price if z == y else 0.0) - (price if z == best else 0.0)
        moved[z], move[z] = z, to - alpha[i, z]
        alpha[i, z] = to
    return most, k


@compiled
def step_row(G, y, norm, price, alpha, i, listed, size, moved, move, stretch):
    """Solve the sub-problem of example i exactly and write alpha_i; return by how much D rises, and `count`.

    The first `count` entries of `moved` are the classes that move, those of `move` by how much.  The sub-problem is
    that of the first `size` classes in `listed`, the true one among them; the others carry nothing, and get nothing.
    Where norm < 0 it is that of all classes, whatever the list.
    The step goes `stretch` times as far before it is projected (over-relaxation), 1 to 2; D then rises by at least
    (1 / stretch - 1 / 2) norm |move|^2.
    """
    if norm < 0.0:
        rise, count = corner_row(G, y, norm, price, alpha, i, moved, move)
    else:
        rise, count = project_row(G, y, norm, price, alpha, i, listed, size, moved, move, stretch)
    return rise, count
