// What Python has drawn, as an element of the page: made anew, of what is listed here and of nothing else.  A cell that
// somebody was given may say anything in its SVG; none of it runs, asks for a file, or reaches beyond its picture.
import { draw } from "./controls.js";

const ELEMENTS = new Set("svg g defs use path rect circle ellipse line polyline polygon text tspan title desc clipPath pattern linearGradient radialGradient stop image".split(" "));
const GEOMETRY = new Set("id role d points x y x1 y1 x2 y2 cx cy r rx ry dx dy fx fy width height viewBox preserveAspectRatio transform rotate textLength lengthAdjust offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits aria-label aria-hidden".split(" "));
// Attributes that a style may have as well.
const PAINT = /^(?:(?:fill|stroke|stop|font)(?:-[a-z]+)*|color|opacity|visibility|paint-order|vector-effect|clip-path|clip-rule|text-anchor|text-decoration|text-rendering|shape-rendering|image-rendering|dominant-baseline|alignment-baseline|baseline-shift|letter-spacing|word-spacing|writing-mode)$/;
const SIZE = /^(?:width|max-width|height)$/;

// No address but one inside of the page, also not behind an escape of CSS.
const isLocal = (value) => !/\\|url\(/i.test(value.replace(/url\((["']?)#[\w.:-]+\1\)/gi, ""));

function styleOf(text) {
  const parts = text.split(";").map((one) => [one.slice(0, one.indexOf(":")).trim(), one.slice(one.indexOf(":") + 1)]);
  return parts.filter(([name, value]) => (PAINT.test(name) || SIZE.test(name)) && isLocal(value)).map(([name, value]) => `${name}:${value}`).join(";");
}

function isAllowed(tag, name, value) {
  if (name === "href") return /^#/.test(value) || (tag === "image" && /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]*$/.test(value));
  return GEOMETRY.has(name) || (PAINT.test(name) && isLocal(value));
}

function drawnAnew(node) {
  const copy = draw(node.localName);
  // Whatever prefix a name has, and none.
  for (const { localName, value } of node.attributes) {
    if (localName === "style") copy.setAttribute("style", styleOf(value));
    else if (isAllowed(node.localName, localName, value)) copy.setAttribute(localName, value);
  }
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) copy.append(child.data);
    else if (ELEMENTS.has(child.localName)) copy.append(drawnAnew(child));
  }
  return copy;
}

export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text.trim(), "image/svg+xml");
  if (parsed.documentElement.localName !== "svg" || parsed.querySelector("parsererror")) {
    return draw("svg", { viewBox: "0 0 300 20" }, draw("text", { y: 15, "font-size": 12 }, "This is no SVG that can be read."));
  }
  const picture = drawnAnew(parsed.documentElement);
  // A copy of copies of copies may be endless.
  const named = new Map([...picture.querySelectorAll("[id]")].map((one) => [`#${one.id}`, !one.matches("use, :has(use)")]));
  for (const use of picture.querySelectorAll("use")) if (!named.get(use.getAttribute("href"))) use.remove();
  return picture;
}
