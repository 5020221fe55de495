import js from "@eslint/js";

// What TypeScript sees as well, and better since it knows the other scripts of a page, is left to it.
const typed = { "no-undef": "off", "no-unused-vars": "off", "no-redeclare": "off" };
const more = { eqeqeq: ["error", "always", { null: "ignore" }], "no-var": "error", "prefer-const": "error" };

export default [
  { ignores: ["**/vendor/**"] },
  { files: ["**/*.js"], rules: { ...js.configs.recommended.rules, ...typed, ...more } },
  { files: ["**/static/*.js"], languageOptions: { sourceType: "script" } },
];
