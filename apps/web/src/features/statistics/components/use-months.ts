import { useLanguage } from '../../../i18n/use-language.ts';
import { numberLocales } from '../../../lib/format/formats.ts';

/** Formats the months of a period: `juillet – septembre 2026`. */
export function useMonths(): (from: string, to: string) => string {
  const lang = useLanguage();
  const format = new Intl.DateTimeFormat(numberLocales[lang], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (from, to) => format.formatRange(new Date(from), new Date(to));
}
