import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  deepMerge,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';

import { cssVariablesResolver, mantineTheme } from '../src/theme/mantine-theme.ts';
import { darkTokens, lightTokens, printTokens } from '../src/theme/palette.ts';

const tokensId = 'virtual:wasl/tokens.css';
const mantineId = 'virtual:wasl/mantine-variables.css';

// Unused scales and a variant of the library: a third of the sheet.
const unusedColours =
  /^--mantine-color-(?:(?:pink|grape|violet|indigo|blue|cyan|teal|lime|orange|green|yellow)-|[a-z]+-outline)/;

const light: Readonly<Record<string, string>> = lightTokens;

const block = (tokens: Readonly<Record<string, string>>) =>
  Object.entries(tokens)
    .map(([name, value]) => `--wasl-${name}:${value};`)
    .join('');

/** Colour tokens as CSS variables: light by default, dark when the system is dark, those of paper in print. */
export function tokensCss(): string {
  const changed = Object.fromEntries(
    Object.entries(printTokens).filter(([name, value]) => value !== light[name]),
  );
  return (
    `:root{color-scheme:light dark;${block(light)}}` +
    `@media screen and (prefers-color-scheme:dark){:root{${block(darkTokens)}}}` +
    `@media print{:root{color-scheme:light;${block(changed)}}}`
  );
}

export function mantineVariablesCss(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  const variables = deepMerge(defaultCssVariablesResolver(theme), cssVariablesResolver(theme));
  const used = (group: Record<string, string>) =>
    Object.fromEntries(Object.entries(group).filter(([name]) => !unusedColours.test(name)));
  return convertCssVariables(
    {
      variables: used(variables.variables),
      light: used(variables.light),
      dark: used(variables.dark),
    },
    ':root',
  );
}

/**
 * Provides both as style sheets. The provider would otherwise write them into a <style> element, which a content
 * security policy without 'unsafe-inline' refuses.
 */
export function themeCss(): Plugin {
  const sheets: Record<string, () => string> = {
    [tokensId]: tokensCss,
    [mantineId]: mantineVariablesCss,
  };
  return {
    name: 'wasl-theme-css',
    resolveId: (id) => (id in sheets ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0') ? sheets[id.slice(1)]?.() : undefined),
  };
}
