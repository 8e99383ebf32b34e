import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLanguage } from '../../i18n/use-language.ts';
import { numberLocales, today } from '../../lib/format/formats.ts';
import box from './date-field.module.css';
import styles from './day-lists.module.css';
import {
  type DayParts,
  dayOf,
  daysIn,
  noDay,
  partsOf,
  withPart,
  yearsBetween,
} from './day-parts.ts';

const twoDigits = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => String(at + 1).padStart(2, '0'));

const monthFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a phone up to 0.1 s, so each language has one for all renders. */
function monthName(locale: string, month: number): string {
  let format = monthFormats.get(locale);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    monthFormats.set(locale, format);
  }
  return format.format(Date.UTC(2000, month - 1));
}

/** A day picked from three lists of the device, whose wheels and keys are quick for a day that the person knows. */
export default function DayLists({
  id,
  label,
  value,
  onChange,
  onBlur,
  disabled,
  isInvalid,
  describedBy,
  min,
  max,
  ref,
}: {
  /** Id of the first list. */
  id: string;
  label: string;
  /** `YYYY-MM-DD`, or null; the bounds have the same format. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur: (() => void) | undefined;
  disabled: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  min: string | undefined;
  max: string | undefined;
  ref: React.RefCallback<HTMLElement> | undefined;
}) {
  const { t } = useTranslation();
  const locale = numberLocales[useLanguage()];
  // Parts of a day that is not complete yet.
  const [begun, setBegun] = useState(noDay);
  const parts = value !== null ? partsOf(value) : dayOf(begun) === null ? begun : noDay;
  const lists: readonly (readonly [keyof DayParts, readonly string[]])[] = [
    ['day', twoDigits(daysIn(parts))],
    ['month', twoDigits(12)],
    ['year', yearsBetween(min, max, today())],
  ];
  const wordOf = (part: keyof DayParts, one: string) =>
    part === 'month' ? monthName(locale, Number(one)) : String(Number(one));
  return (
    <div
      className={styles['lists']}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur?.();
      }}
    >
      {lists.map(([part, choices]) => (
        <select
          key={part}
          ref={part === 'day' ? ref : undefined}
          id={part === 'day' ? id : `${id}-${part}`}
          className={`${box['part'] ?? ''} ${styles['part'] ?? ''}`}
          data-part={part}
          value={parts[part]}
          disabled={disabled}
          aria-label={t('labelled', { label, value: t(`form.${part}`) })}
          aria-describedby={describedBy}
          aria-invalid={isInvalid ? true : undefined}
          onChange={({ currentTarget }) => {
            const next = withPart(parts, part, currentTarget.value);
            setBegun(next);
            onChange(dayOf(next));
          }}
        >
          <option value="">{t(`form.${part}`)}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {wordOf(part, one)}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
