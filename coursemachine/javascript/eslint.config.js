import js from "@eslint/js";

// What TypeScript sees as well, and better since it knows the other scripts of a page, is left to it.
const typed = { "no-undef": "off", "no-unused-vars": "off", "no-redeclare": "off" };
const more = { eqeqeq: ["error", "always", { null: "ignore" }], "no-var": "error", "prefer-const": "error", "max-lines-per-function": ["error", 80] };

export default [
  { ignores: ["**/vendor/**", "**/bundle/**"] },
  { files: ["**/*.js"], rules: { ...js.configs.recommended.rules, ...typed, ...more } },
  { files: ["**/site/*.js", "**/site/static/*.js"], languageOptions: { sourceType: "script" } },
];
