// What a reader sees of what takes long: its stage, what has come of its files, and how long it took in this browser.
import { kept } from "./figures.js";

const shelf = kept("live", "times"); // of all editions: seconds by stage
const LEAST = 3; // of what is worth a word

/** @returns {Record<string, number>} */
const known = () => ({ ...shelf.get({}) });

export class Progress {
  /** @type {{ words: string, key: string, since: number, bytes: number, total: number }[]} the last one is shown */
  stages = [];

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    setInterval(() => this.show(), 1000);
  }

  /** Whether a stage was timed in an earlier visit. @param {string} key */
  knows(key) {
    return key in known();
  }

  /** @param {string} words @param {string} key names the stage in later visits @param {number} [total] bytes that will come */
  begin(words, key, total = 0) {
    this.stages.push({ words, key, since: performance.now(), bytes: 0, total });
    this.show();
  }

  /** What has come. @param {number} bytes */
  came(bytes) {
    Object.assign(this.stages.at(-1) ?? {}, { bytes });
    this.show();
  }

  /** The last stage is over, or with it all others. @param {boolean} [all] */
  end(all) {
    const stage = this.stages.pop();
    if (all) this.stages = [];
    else if (stage) this.remember(stage.key, performance.now() - stage.since);
    this.show();
  }

  remember(key, took) {
    // Nor is it time of the stage that waited for it.
    for (const stage of this.stages) stage.since += took;
    const times = known();
    if (took >= 1000 * LEAST) times[key] = took / 1000;
    else delete times[key];
    shelf.set(times);
  }

  show() {
    const stage = this.stages.at(-1);
    if (!stage) return this.place.replaceChildren();
    const { words, key, since, bytes, total } = stage;
    const mega = (number) => (number / 1e6).toFixed(number < 1e7 ? 1 : 0);
    // What is loaded has to be unpacked and to start.
    const came = bytes > 0.9 * total ? "loaded, getting ready" : `${mega(bytes)} of ${mega(total)} MB`;
    const [last, passed] = [known()[key], (performance.now() - since) / 1000];
    const left = Math.round(last - passed);
    const time = last && (left > 0 ? `about ${left} s more` : "longer than last time");
    this.place.textContent = [words, total && came, time].filter(Boolean).join(", ");
  }
}
