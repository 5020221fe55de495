// What two scenes of boosting by hand share.

// Rounds by hand: a state has the round `t` and, in `stumps`, a word of `size` letters for each round; dots mean the best
// stump, which is also meant where nothing is written.
export function roundsInHand({ now, put }, size) {
  const best = ".".repeat(size);
  const wordsOf = (text) => text.match(new RegExp(`.{${size}}`, "g")) ?? [];
  const upTo = (at, count) => Array.from({ length: count }, (_, k) => wordsOf(at.stumps)[k] ?? best);
  return {
    best,
    wordsOf,
    // Those of a state, null for the best.
    at: (at) => upTo(at, at.t).map((word) => (word === best ? null : word)),
    choose: (word) => put({ stumps: [...upTo(now(), now().t - 1), word].join("") }),
    // A hand that has set the last stump goes on from there.
    take(k) {
      const { t, stumps } = now();
      const mine = wordsOf(stumps)[t - 1] ?? best;
      put({ t: k + 1, stumps: k === t && wordsOf(stumps).length === t ? stumps + mine : stumps });
    },
    // Never "", which no address would tell.
    settle: (at) => ({ ...at, stumps: at.stumps.replace(/\.+$/, "") || best }),
  };
}
