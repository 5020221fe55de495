// What a reader keeps: the picture of a figure as a file of its own (panels side by side, ink on white), and lists that stay
// in this browser.
import { draw, make, set } from "./controls.js";

const INK = "#1a1a1a";

function wholePicture(stage) {
  const panels = [...stage.querySelectorAll(".cf-panel > svg")];
  const boxes = panels.map((svg) => svg.viewBox.baseVal);
  const [width, height] = [boxes.reduce((sum, box) => sum + box.width, 0), Math.max(...boxes.map((box) => box.height))];
  let left = 0;
  const copies = panels.map((svg, k) => {
    const copy = set(svg.cloneNode(true), { x: left, y: (height - boxes[k].height) / 2, width: boxes[k].width, height: boxes[k].height, "font-family": "sans-serif" });
    copy.removeAttribute("style");
    left += boxes[k].width;
    return copy;
  });
  const size = { width: width * (4 / 3), height: height * (4 / 3) };
  const root = { viewBox: `0 0 ${width} ${height}`, ...size, color: INK, fill: "currentColor", "font-family": "sans-serif" };
  const whole = draw("svg", root, draw("rect", { width, height, fill: "#ffffff" }), ...copies);
  // Outside of the page its colours have no names.
  const text = new XMLSerializer().serializeToString(whole).replace(/var\(--[\w-]+, *(#\w+)\)/g, "$1");
  return { text, ...size };
}

export function save(blob, file) {
  const link = make("a", { href: URL.createObjectURL(blob), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function saveSvg(stage, name) {
  save(new Blob([wholePicture(stage).text], { type: "image/svg+xml" }), `${name}.svg`);
}

export function savePng(stage, name) {
  const { text, width, height } = wholePicture(stage);
  const image = new Image(width, height);
  image.onload = () => {
    const canvas = make("canvas", { width: 2 * width, height: 2 * height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(blob, `${name}.png`));
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** Where the site of this page begins. */
export const siteRoot = () => new URL(document.documentElement.dataset.content_root ?? "./", location.href).href;

/** A list or a dict in this browser alone, by a name; other editions of the book may stand on the same host.
 * @param {string} name */
export function kept(name, of = siteRoot()) {
  const shelf = `${name} ${of}`;
  return {
    /** What is there, empty where nothing is or can be read. @param {any} empty */
    get(empty = []) {
      try {
        return JSON.parse(localStorage.getItem(shelf)) ?? empty;
      } catch {
        return empty;
      }
    },
    /** False where there is nothing to keep it in, as in some private windows. @param {any} all */
    set(all) {
      try {
        if (Object.keys(all).length) localStorage.setItem(shelf, JSON.stringify(all));
        else localStorage.removeItem(shelf);
        return true;
      } catch {
        return false;
      }
    },
  };
}
