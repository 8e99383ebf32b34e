/**
 * Colours of the product, defined only here. `build/theme-css.ts` writes them as CSS variables (`--wasl-…`), and
 * `mantine-theme.ts` derives the component library's scales. `palette.test.ts` computes the contrast of each pair in
 * `textPairs`.
 */
export const lightTokens = {
  page: '#fbfaf7',
  surface: '#ffffff',
  sunken: '#f3f1ea',
  border: '#ddd8cc',
  'border-strong': '#838a86',
  text: '#1f2a2e',
  muted: '#566266',
  primary: '#0b6e6e',
  'primary-hover': '#095a5b',
  'on-primary': '#ffffff',
  link: '#0b6868',
  'primary-soft': '#e2f0ee',
  'on-primary-soft': '#0a5354',
  deep: '#083d44',
  'on-deep': '#f7f5ee',
  'on-deep-muted': '#b9d2d1',
  accent: '#e0a100',
  'on-accent': '#1f2a2e',
  'accent-soft': '#fbf1d3',
  'on-accent-soft': '#6b4c00',
  danger: '#b4432f',
  'danger-soft': '#fae8e4',
  'on-danger-soft': '#8f3021',
  done: '#55752a',
  'done-soft': '#ecf2e0',
  'on-done-soft': '#43601c',
  'neutral-soft': '#eceae3',
  'on-neutral-soft': '#49545a',
  focus: '#9a6f00',
} as const;

export type TokenName = keyof typeof lightTokens;

export const darkTokens: Readonly<Record<TokenName, string>> = {
  page: '#0f181a',
  surface: '#162326',
  sunken: '#0b1213',
  border: '#2b3c40',
  'border-strong': '#728589',
  text: '#e9edea',
  muted: '#a6b4b4',
  primary: '#0f7574',
  'primary-hover': '#128281',
  'on-primary': '#ffffff',
  link: '#6cc9c3',
  'primary-soft': '#143a3c',
  'on-primary-soft': '#9fdcd7',
  deep: '#062d33',
  'on-deep': '#f7f5ee',
  'on-deep-muted': '#b3cdcc',
  accent: '#efb52a',
  'on-accent': '#1b1500',
  'accent-soft': '#3a2f10',
  'on-accent-soft': '#f3cf75',
  danger: '#f0937f',
  'danger-soft': '#3d1f19',
  'on-danger-soft': '#f6b3a4',
  done: '#a9c978',
  'done-soft': '#27331a',
  'on-done-soft': '#c1db98',
  'neutral-soft': '#243235',
  'on-neutral-soft': '#c4cfcf',
  focus: '#efb52a',
};

/** Colours of paper, whatever the scheme of the screen: the light ones, without large dark areas. */
export const printTokens: Readonly<Record<TokenName, string>> = {
  ...lightTokens,
  page: '#ffffff',
  deep: '#ffffff',
  'on-deep': lightTokens.text,
  'on-deep-muted': lightTokens.muted,
  accent: lightTokens['on-accent-soft'],
  'on-accent': '#ffffff',
};

/** Text and background, each at least 4.5:1 in every scheme. */
export const textPairs: readonly (readonly [TokenName, TokenName])[] = [
  ['text', 'page'],
  ['text', 'surface'],
  ['text', 'sunken'],
  ['muted', 'page'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['link', 'page'],
  ['link', 'surface'],
  ['link', 'sunken'],
  ['link', 'primary-soft'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary-soft', 'primary-soft'],
  ['on-deep', 'deep'],
  ['on-deep-muted', 'deep'],
  ['accent', 'deep'],
  ['on-accent', 'accent'],
  ['on-accent-soft', 'accent-soft'],
  ['danger', 'page'],
  ['danger', 'surface'],
  ['on-danger-soft', 'danger-soft'],
  ['done', 'page'],
  ['done', 'surface'],
  ['on-done-soft', 'done-soft'],
  ['on-neutral-soft', 'neutral-soft'],
];

/** Lines and rings on a background, each at least 3:1 (WCAG 1.4.11). */
export const linePairs: readonly (readonly [TokenName, TokenName])[] = [
  ['border-strong', 'surface'],
  ['border-strong', 'page'],
  ['focus', 'page'],
  ['focus', 'surface'],
  ['accent', 'deep'],
];

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  return (
    0.2126 * channel((value >> 16) & 255) +
    0.7152 * channel((value >> 8) & 255) +
    0.0722 * channel(value & 255)
  );
}

/** Contrast ratio of two `#rrggbb` colours, 1–21 (WCAG 2.2, relative luminance). */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
