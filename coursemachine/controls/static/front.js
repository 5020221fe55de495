// The front end of all figures: what a widget and a page call, and what a scene may use.
import { flipbook } from "./flipbook.js";
import { startStored } from "./page.js";
import { shell } from "./shell.js";

export * from "./controls.js";
export * from "./numbers.js";
export * from "./saving.js";
export * from "./scene.js";
export * from "./sketch.js";
export { drawing } from "./drawing.js";
export { follow } from "./follow.js";
export { news } from "./shell.js";

/** What fills the box of a figure, by its kind; the bundle of a scene adds its own. @type {Record<string, (view: any) => any>} */
export const kinds = { flipbook };
export const render = (view) => shell(view, kinds[view.model.get("kind") || "flipbook"]);
/** Starts the figures of a page. @param {string} css */
export const start = (css) => startStored(render, css);
