import { DatePicker, DatesProvider } from '@mantine/dates';
import type { Lang } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import 'dayjs/locale/ar-ma';
import 'dayjs/locale/es';
import 'dayjs/locale/fr';

import '@mantine/dates/styles.css';

import { useLanguage } from '../../i18n/use-language.ts';
import { today } from '../../lib/format/formats.ts';

/** Language names in the calendar's library; Arabic in Morocco has its own month names. */
const locales: Readonly<Record<Lang, string>> = { fr: 'fr', en: 'en', ar: 'ar-ma', es: 'es' };

/** Loaded when the user first opens a date field. */
export default function Calendar({
  value,
  min,
  max,
  around,
  onPick,
}: {
  /** `YYYY-MM-DD`, or null; the bounds have the same format. */
  value: string | null;
  min: string | undefined;
  max: string | undefined;
  /** A day far from today: the calendar starts with a choice of the years around it. */
  around: string | undefined;
  onPick: (value: string | null) => void;
}) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const start = value ?? around ?? [max, today()].find((day) => day !== undefined) ?? today();
  return (
    // Weeks begin on Monday in Morocco, in every language.
    <DatesProvider settings={{ locale: locales[lang], firstDayOfWeek: 1, weekendDays: [6, 0] }}>
      <DatePicker
        value={value}
        onChange={onPick}
        defaultDate={start}
        defaultLevel={value === null && around !== undefined ? 'decade' : 'month'}
        size="md"
        fullWidth
        hideOutsideDates
        __stopPropagation
        ariaLabels={{
          previousMonth: t('form.previousMonth'),
          nextMonth: t('form.nextMonth'),
          previousYear: t('form.previousYears'),
          nextYear: t('form.nextYears'),
          previousDecade: t('form.previousYears'),
          nextDecade: t('form.nextYears'),
        }}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max })}
      />
    </DatesProvider>
  );
}
