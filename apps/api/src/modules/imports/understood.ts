import type { Lang } from '@wasl/contracts';

import { formatDay, formatsOf } from '../../platform/i18n/formats.ts';
import type { ImportWords } from './import-lines.ts';

/** Names in a sentence; the others are counted. */
const maxNames = 10;

/** Counts names, and lists the most frequent. */
export function nameCounts() {
  const counts = new Map<string, number>();
  return {
    add: (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    /** Returns `Tanger (12), Rabat (3)`; null without names. */
    text: (lang: Lang, { t }: ImportWords): string | null => {
      const { number } = formatsOf(lang);
      const sorted = [...counts].sort(([, a], [, b]) => b - a);
      const names = sorted
        .slice(0, maxNames)
        .map(([name, count]) => `${name} (${number.format(count)})`);
      const others = sorted.length - names.length;
      if (others > 0) names.push(t('understood.others', { count: number.format(others) }));
      return names.length === 0 ? null : names.join(', ');
    },
  };
}

/** The first and the last of some days, `YYYY-MM-DD`. */
export function dayRange() {
  let from: string | null = null;
  let to = '';
  return {
    add: (day: string): void => {
      if (from === null || day < from) from = day;
      if (day > to) to = day;
    },
    text: (key: 'understood.dates' | 'understood.birthDates', { t }: ImportWords) =>
      from === null ? null : t(key, { from: formatDay(from), to: formatDay(to) }),
  };
}
