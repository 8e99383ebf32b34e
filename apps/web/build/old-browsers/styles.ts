import postcss, { type Declaration } from 'postcss';

import { newerAt } from './features.ts';

const css = (...path: string[]) => newerAt('css', ...path);

/** Matches a number with one of these units, but not the hash in a file name. */
const withUnit = (...names: string[]): RegExp =>
  new RegExp(String.raw`(?<![\w-])-?\d*\.?\d+(?:${names.join('|')})\b(?!\.\w)`);

const units: [RegExp, string][] = [
  ...(['dynamic', 'small', 'large'] as const).map((size): [RegExp, string] => [
    withUnit(...['vh', 'vw', 'vi', 'vb', 'vmin', 'vmax'].map((unit) => `${size.charAt(0)}${unit}`)),
    `viewport_percentage_units_${size}`,
  ]),
  [withUnit('cqw', 'cqh', 'cqi', 'cqb', 'cqmin', 'cqmax'), 'container_query_length_units'],
  ...['lh', 'rlh', 'cap', 'ic'].map((unit): [RegExp, string] => [withUnit(unit), unit]),
];

/** Newer units in a value of a sheet or of a style set by a script. */
export const newerUnits = (value: string): (string | undefined)[] =>
  units.map(([unit, name]) => (unit.test(value) ? css('types', 'length', name) : undefined));

function inDeclaration({ prop, value }: Declaration): (string | undefined)[] {
  const functions = [...value.matchAll(/([a-z][\w-]*)\(/g)].map(([, name = '']) => name);
  const words = prop.startsWith('--') ? [] : value.split(/[\s,]+/);
  return [
    ...(css('properties', prop) === undefined
      ? words.map((word) => css('properties', prop, word))
      : [css('properties', prop)]),
    ...functions.flatMap((name) => [css('types', name), css('types', 'color', name)]),
    ...newerUnits(value),
  ];
}

/** Whether an earlier value of the same property, or a prefixed one, serves as fallback. */
const hasFallback = ({ prop, parent }: Declaration, index: number): boolean =>
  parent?.some(
    (other, at) =>
      other.type === 'decl' &&
      ((other.prop === prop && at < index) ||
        /^-(?:webkit|moz)-(.*)/.exec(other.prop)?.[1] === prop),
  ) ?? false;

/** MDN names of features in a built style sheet that an oldest supported browser lacks; `@supports` blocks are skipped. */
export function newerInStyles(sheet: string): Set<string> {
  const found = new Set<string>();
  const add = (features: (string | undefined)[]) => {
    for (const feature of features) if (feature !== undefined) found.add(feature);
  };
  const root = postcss.parse(sheet);
  root.walkAtRules((rule) => {
    if (rule.name === 'supports') rule.remove();
    else add([css('at-rules', rule.name)]);
  });
  root.walkRules((rule) => {
    const names = [...rule.selector.matchAll(/::?([a-z][a-z-]*)/g)].map(([, name = '']) => name);
    add(names.map((name) => css('selectors', name)));
    if (rule.selector.includes('&')) add([css('selectors', 'nesting')]);
  });
  root.walkDecls((declaration) => {
    const { prop, parent } = declaration;
    if (prop.startsWith('-webkit-') || prop.startsWith('-moz-')) return;
    if (prop.startsWith('--') || !hasFallback(declaration, parent?.index(declaration) ?? 0))
      add(inDeclaration(declaration));
  });
  return found;
}
