import { expect, it } from 'vitest';

import { oldBrowserFaults } from './index.ts';

const faultsOf = (name: string, content: string) =>
  oldBrowserFaults(new Map([[name, content]]))
    .filter((fault) => fault.startsWith(name))
    .map((fault) => fault.split(' ')[1]);

it.each([
  ['a method', 'list.toSorted()', 'javascript.builtins.Array.toSorted'],
  ['a static method', 'Object.groupBy(a, b)', 'javascript.builtins.Object.groupBy'],
  ['a static method of the browser', 'URL.canParse(a)', 'api.URL.canParse_static'],
  ['a global', 'new URLPattern(a)', 'api.URLPattern'],
  ['a member of a global object', 'navigator.userActivation', 'api.Navigator.userActivation'],
  [
    'a unit of a style',
    'a.style.height = `${b} + 5dvh`',
    'css.types.length.viewport_percentage_units_dynamic',
  ],
  ['an event', 'a.addEventListener("scrollend", b)', 'api.Document.scrollend_event'],
  ['an attribute', 'a.setAttribute("popover", "")', 'html.global_attributes.popover'],
  ['a property of an element', 'jsx("p", { popover: "auto" })', 'html.global_attributes.popover'],
  [
    'an option',
    'createImageBitmap(a, { premultiplyAlpha: "none" })',
    'api.createImageBitmap.options_premultiplyAlpha_parameter',
  ],
  [
    'a regular expression',
    '/(?<=a)b/.test(c)',
    'javascript.regular_expressions.lookbehind_assertion',
  ],
  [
    'a regular expression in a text',
    'new RegExp("(?<!a)b")',
    'javascript.regular_expressions.lookbehind_assertion',
  ],
  ['its flag', '/a/v', 'javascript.builtins.RegExp.unicodeSets'],
  ['syntax', 'class A { static { b() } }', 'javascript.classes.static.initialization_blocks'],
])('finds %s in a script', (_what, code, feature) => {
  expect(faultsOf('page-1.js', code)).toEqual([feature]);
});

it.each([
  ['a property', 'a{field-sizing:content}', 'css.properties.field-sizing'],
  ['a unit', 'a{height:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
  ['a function', 'a{color:light-dark(red,blue)}', 'css.types.color.light-dark'],
  ['a selector', 'a:popover-open{color:red}', 'css.selectors.popover-open'],
  ['a rule', '@starting-style{a{color:red}}', 'css.at-rules.starting-style'],
  ['nesting', 'a{& b{color:red}}', 'css.selectors.nesting'],
])('finds %s in a style sheet', (_what, sheet, feature) => {
  expect(faultsOf('page-1.css', sheet)).toEqual([feature]);
});

it.each([
  ['page-1.js', 'list.map((a) => a.at(-1)); a.toSorted?.(); typeof URLPattern; structuredClone(a)'],
  ['page-1.js', 'import("./page-CzRjA7lh.js"); import("./page-2dvh.js")'],
  ['page-1.css', 'a{height:100vh;height:100dvh}@supports (height:1dvh){b{height:1dvh}}'],
])('accepts old, feature-tested and fallback code in %s', (name, content) => {
  expect(faultsOf(name, content)).toEqual([]);
});

it('reports unused exceptions', () => {
  expect(oldBrowserFaults(new Map())).toContain(
    'old-browsers/allowed.ts: nothing uses css.selectors.has',
  );
});
