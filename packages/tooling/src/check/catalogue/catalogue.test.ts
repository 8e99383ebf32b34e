import { describe, expect, it } from 'vitest';

import { type Catalogue, flatten, type Language, type Tree } from './catalogues.ts';
import { compareLanguages } from './compare.ts';
import { type Mentions, mentionsIn, unknownKeys, unusedKeys } from './usage.ts';

const DAYS: Record<Language, Tree> = {
  fr: { days_one: 'un jour', days_many: '{{count}} de jours', days_other: '{{count}} jours' },
  en: { days_one: 'one day', days_other: '{{count}} days' },
  es: { days_one: 'un día', days_many: '{{count}} de días', days_other: '{{count}} días' },
  ar: {
    days_zero: 'لا يوم',
    days_one: 'يوم واحد',
    days_two: 'يومان',
    days_few: '{{count}} أيام',
    days_many: '{{count}} يوماً',
    days_other: '{{count}} يوم',
  },
};

function catalogue(change: (trees: Record<Language, Tree>) => void = () => undefined): Catalogue {
  const of = (language: Language, hello: string): Tree => ({
    list: { hello: `${hello} {{name}}` },
    ...DAYS[language],
  });
  const trees = {
    fr: of('fr', 'Bonjour'),
    en: of('en', 'Hello'),
    ar: of('ar', 'مرحبا'),
    es: of('es', 'Hola'),
  };
  change(trees);
  return {
    name: 'web requests',
    namespace: 'requests',
    isNamedByLastPart: false,
    words: {
      fr: flatten(trees.fr),
      en: flatten(trees.en),
      ar: flatten(trees.ar),
      es: flatten(trees.es),
    },
  };
}

function mentionsOf(code: string): Mentions {
  const mentions: Mentions = { literals: new Set(), heads: new Set(), tails: new Set(), calls: [] };
  mentionsIn(code, 'screen.tsx', mentions);
  return mentions;
}

describe('compareLanguages', () => {
  it('finds no fault in four languages that agree', () => {
    expect(compareLanguages(catalogue())).toEqual([]);
  });

  it.each<[string, (trees: Record<Language, Tree>) => void, string]>([
    ['a missing key', (trees) => (trees.es = { ...DAYS.es }), '[es]: "list.hello" is missing'],
    [
      'a surplus key',
      (trees) => (trees.en = { ...trees.en, more: 'x' }),
      '[en]: "more" is not in French',
    ],
    [
      'an empty word',
      (trees) => (trees.en = { ...trees.en, list: { hello: ' {{name}}'.replace('{{name}}', '') } }),
      '[en]: "list.hello" is empty',
    ],
    [
      'a lacking plural form',
      (trees) => {
        const { days_few: _few, ...rest } = trees.ar;
        trees.ar = rest;
      },
      '[ar]: "days" lacks its plural "_few"',
    ],
    [
      'a plural form that the language has not',
      (trees) => (trees.en = { ...trees.en, days_few: '{{count}} days' }),
      '[en]: "days_few" is never used',
    ],
    [
      'another placeholder',
      (trees) => (trees.ar = { ...trees.ar, list: { hello: 'مرحبا {{nom}}' } }),
      '[ar]: "list.hello" has {{nom}}, French has {{name}}',
    ],
  ])('finds %s', (_what, change, fault) => {
    expect(compareLanguages(catalogue(change)).join('\n')).toContain(fault);
  });
});

describe('unusedKeys', () => {
  it.each([
    ['a plain key', `t('list.hello'); t('days', { count })`],
    ['a key with its namespace', `t('requests:list.hello'); t('requests:days', { count })`],
    ['the beginning of a template', 't(`list.${which}`); t("days")'],
    ['the end of a template', 't(`${which}.hello`); t("days")'],
  ])('recognises %s', (_what, code) => {
    expect(unusedKeys(catalogue(), mentionsOf(code), [])).toEqual([]);
  });

  it('reports a key without a mention', () => {
    expect(unusedKeys(catalogue(), mentionsOf(`t('days')`), [])).toEqual([
      'web requests: "list.hello" is used nowhere',
    ]);
  });

  it('recognises a shared message by its last part alone', () => {
    const shared = { ...catalogue(), isNamedByLastPart: true };
    expect(unusedKeys(shared, mentionsOf(`v('hello'); t('days')`), [])).toEqual([]);
  });

  it('ignores the keys below a dynamic prefix', () => {
    expect(unusedKeys(catalogue(), mentionsOf(`t('days')`), ['requests:list.'])).toEqual([]);
  });
});

describe('unknownKeys', () => {
  it('reports a key that is missing in every catalogue, with its location', () => {
    expect(unknownKeys([catalogue()], mentionsOf(`\nt('list.bye'); t('days');`))).toEqual([
      'screen.tsx:2: "list.bye" is in no catalogue',
    ]);
  });
});
