import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import '@mantine/dates/styles.css';

import { dayjsLocale } from '../../i18n/index.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type BoundProps, useBoundField } from './form-context.ts';

export interface DateFieldProps {
  readonly id?: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  readonly clearable?: boolean;
  /** `YYYY-MM-DD` */
  readonly min?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly max?: string | undefined;
  /** `YYYY-MM-DD`, or null for none. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly ref?: React.Ref<HTMLButtonElement>;
}

/** A day picked from a calendar, never typed. Shown as dd/MM/yyyy, kept as `YYYY-MM-DD`. */
export function DateField({ min, max, value, onChange, clearable = true, ...props }: DateFieldProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  return (
    // Weeks begin on Monday in Morocco, in every language.
    <DatesProvider settings={{ locale: dayjsLocale(lang), firstDayOfWeek: 1, weekendDays: [6, 0] }}>
      <DatePickerInput
        {...props}
        value={value}
        onChange={onChange}
        valueFormat="DD/MM/YYYY"
        placeholder={t('form.pickDate')}
        clearable={clearable}
        clearButtonProps={{ 'aria-label': t('form.clearDate') }}
        leftSection={<IconCalendar size={18} aria-hidden />}
        leftSectionPointerEvents="none"
        ariaLabels={{
          previousMonth: t('form.previousMonth'),
          nextMonth: t('form.nextMonth'),
          previousYear: t('form.previousYears'),
          nextYear: t('form.nextYears'),
          previousDecade: t('form.previousYears'),
          nextDecade: t('form.nextYears'),
        }}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max, defaultDate: value ?? max })}
      />
    </DatesProvider>
  );
}

/** A day in a form. */
export function BoundDate<T extends FieldValues>({
  min,
  max,
  ...props
}: BoundProps<T> & { min?: string; max?: string }) {
  const { field, shared } = useBoundField(props);
  const value = field.value as string | null | undefined;
  return (
    <DateField
      id={shared.id}
      label={shared.label}
      description={shared.description}
      error={shared.error}
      withAsterisk={shared.withAsterisk}
      disabled={shared.disabled}
      clearable={props.required !== true}
      ref={field.ref}
      onBlur={field.onBlur}
      value={value === undefined || value === '' ? null : value}
      onChange={field.onChange}
      min={min}
      max={max}
    />
  );
}
