// Makes what a page or a notebook embeds of the front end, which is committed: front.js, the machine's own, with a global
// `front`; NAME.js and NAME.css, what a scene adds to it; scenes.json, the parameters of each scene.  See .ci/javascript:
//   (cd build/javascript && node bundle.js SCENES [--check])
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";

const ROOT = resolve("../..");
const MACHINE = `${ROOT}/coursemachine/controls/static`;
const GOAL = `${ROOT}/coursemachine/controls/bundle`;
const [folder, check] = process.argv.slice(2);
const SCENES = resolve(ROOT, folder);

async function bundled(contents, { loader = "js", ...options }) {
  const shared = { bundle: true, minify: true, target: "es2022", legalComments: "none", charset: "utf8", write: false };
  const { outputFiles } = await build({ ...shared, stdin: { contents, loader, resolveDir: ROOT }, ...options });
  return outputFiles[0].text;
}
const moduleOf = async (path) => import(`data:text/javascript,${encodeURIComponent(await bundled(`export * from "${path}"`, { format: "esm" }))}`);

// To a scene the machine is the global that stands in front of it.
const names = Object.keys(await moduleOf(`${MACHINE}/front.js`));
const machine = {
  name: "machine",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /controls\/static\/\w+\.js$/ }, () => ({ path: "front", namespace: "machine" }));
    const contents = names.map((name) => `export const ${name} = /* @__PURE__ */ (() => front.${name})();`).join("\n");
    onLoad({ filter: /./, namespace: "machine" }, () => ({ contents }));
  },
};

const made = { "front.js": await bundled(`export * from "${MACHINE}/front.js"`, { format: "iife", globalName: "front" }) };
const parameters = {};
for (const file of readdirSync(SCENES).filter((one) => one.endsWith(".js")).sort()) {
  const path = `${SCENES}/${file}`;
  if (!readFileSync(path, "utf8").includes("export const parameters")) continue; // shared by scenes
  const name = file.replace(".js", "");
  const scene = await moduleOf(path);
  parameters[name] = scene.parameters;
  const styles = path.replace(/js$/, "css");
  if (existsSync(styles)) made[`${name}.css`] = await bundled(readFileSync(styles, "utf8"), { loader: "css" });
  const kind = scene.fill ? "fill" : "(view) => front.scene(view, build)";
  const add = `import { ${scene.fill ? "fill" : "build"} } from "${path}"; front.kinds.${name} = ${kind}`;
  made[file] = await bundled(add, { format: "iife", plugins: [machine] });
}
const lines = Object.entries(parameters).map(([name, all]) => `"${name}": ${JSON.stringify(all)}`);
made["scenes.json"] = `{\n${lines.join(",\n")}\n}\n`;

if (check) {
  const there = readdirSync(GOAL);
  const old = Object.keys(made).filter((file) => !there.includes(file) || readFileSync(`${GOAL}/${file}`, "utf8") !== made[file]);
  const wrong = [...old, ...there.filter((file) => !(file in made))];
  if (wrong.length) {
    console.error(`coursemachine/controls/bundle: ${wrong.join(", ")} not as the sources make it; make scenes, and commit it`);
    process.exit(1);
  }
} else {
  rmSync(GOAL, { recursive: true, force: true });
  mkdirSync(GOAL);
  for (const [file, text] of Object.entries(made)) writeFileSync(`${GOAL}/${file}`, text);
}
