import type { Lang } from '@wasl/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../i18n/use-language.ts';
import { formatNumber, formatPercent, numberLocales } from '../../lib/format/formats.ts';
import type { NumberKind } from '../../lib/format/read-amount.ts';

/** Decimals of a million or a milliard that are still easier to read than all its digits. */
const mostDecimals = 3;

/**
 * A number in millions, milliards or more, in the language's words (57 000 000 → 57 millions); null below a million, or
 * where that would take more than three decimals: what is said is exact.
 */
export function inMillions(value: number, lang: Lang): string | null {
  if (value < 1_000_000) return null;
  const unit = 1000 ** Math.floor(Math.log10(value) / 3);
  if (!Number.isInteger((value * 10 ** mostDecimals) / unit)) return null;
  return new Intl.NumberFormat(numberLocales[lang], {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: mostDecimals,
  }).format(value);
}

/** Says a number that was read, in words as far as words help: `57 millions de dirhams`, `12,5 %`. */
export function useNumberWords(kind: NumberKind): (value: number) => string {
  const { t } = useTranslation();
  const lang = useLanguage();
  return useMemo(
    () => (value) => {
      if (kind === 'percent') return formatPercent(value, lang);
      if (kind === 'whole') return formatNumber(value, lang);
      const millions = inMillions(value, lang);
      return millions === null
        ? t('form.number.dirhams', { count: value, amount: formatNumber(value, lang) })
        : t('form.number.millions', { amount: millions });
    },
    [kind, lang, t],
  );
}
