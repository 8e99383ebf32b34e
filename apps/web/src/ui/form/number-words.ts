import type { Lang } from '@wasl/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../i18n/use-language.ts';
import { formatNumber, formatPercent, numberLocales } from '../../lib/format/formats.ts';
import type { NumberKind } from '../../lib/format/read-amount.ts';

/** Limit of decimals of a million or milliard that read easier than all digits. */
const mostDecimals = 3;

/**
 * Formats a number in millions, milliards or more (57 000 000 → 57 millions).
 * @returns null below a million, or when an exact text needs more than three decimals
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

/** Formats a number in words where that helps: `57 millions de dirhams`, `12,5 %`. */
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
