// What two scenes of boosting by hand share.
import { addControl, oneOf, steps } from "../../coursemachine/controls/static/front.js";

// Rounds by hand: a state has the round `t` and, in `stumps`, a word of `size` letters for each round; dots mean the best
// stump, which is also meant where nothing is written.  `isStump` says which other words are one.
export function roundsInHand({ key, controls, now, put }, rounds, size, isStump) {
  const best = ".".repeat(size);
  const wordsOf = (text) => text.match(new RegExp(`.{${size}}`, "g")) ?? [];
  const upTo = (at, count) => Array.from({ length: count }, (_, k) => wordsOf(at.stumps)[k] ?? best);
  // A hand that has set the last stump goes on from there.
  function take(k) {
    const { t, stumps } = now();
    const mine = wordsOf(stumps)[t - 1] ?? best;
    put({ t: k + 1, stumps: k === t && wordsOf(stumps).length === t ? stumps + mine : stumps });
  }
  const counts = Array.from({ length: rounds }, (_, k) => k + 1);
  const axis = { label: "round", values: counts.map(String), back: "← back", next: "take it →" };
  const turns = addControl(controls, steps(axis, key, take));
  const isKnown = (text) => text.length <= size * rounds && text.length % size === 0 && wordsOf(text).every((word) => word === best || isStump(word));
  return {
    best,
    show: ({ t }) => turns.show(t - 1),
    // Those of a state, null for the best.
    at: (at) => upTo(at, at.t).map((word) => (word === best ? null : word)),
    choose: (word) => put({ stumps: [...upTo(now(), now().t - 1), word].join("") }),
    // What a scene with such rounds is made of.
    scene: {
      allow: { t: oneOf(counts), stumps: (wanted) => (isKnown(String(wanted)) ? String(wanted) : undefined) },
      // Never "", which no address would tell.
      settle: (at) => ({ ...at, stumps: at.stumps.replace(/\.+$/, "") || best }),
      walk: { at: () => now().t - 1, last: rounds - 1, to: (k) => put({ t: k + 1 }) },
      extremes: counts.map((t) => ({ t, stumps: best })),
    },
  };
}
