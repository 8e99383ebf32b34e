import { Input, Skeleton } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { Suspense, type ToggleEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '../../lib/format/formats.ts';
import { lazyWithRetry } from '../lazy-with-retry.tsx';
import layout from '../layout/layout.module.css';
import { positionUnder } from '../position-under.ts';
import styles from './date-field.module.css';

const Calendar = lazyWithRetry(() => import('./calendar.tsx'));
const DayLists = lazyWithRetry(() => import('./day-lists.tsx'));

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
  /**
   * `YYYY-MM-DD`, far from today (a birth, an expiry): the day is picked from three lists, or from a calendar that
   * starts with the years around it.
   */
  readonly around?: string | undefined;
  /** `YYYY-MM-DD`, or null. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly onBlur?: () => void;
  readonly ref?: React.RefCallback<HTMLElement>;
}

/**
 * A day picked from a calendar, or from lists where it is far from today. Shown as dd/MM/yyyy, stored as `YYYY-MM-DD`. Mantine's calendar is loaded on demand:
 * DatePickerInput would add 35 kB to the first load of every form with a day.
 */
export function DateField(props: DateFieldProps) {
  const { label, description, error, value, onChange, disabled = false, clearable = true } = props;
  const { t } = useTranslation();
  const ownId = useId();
  const id = props.id ?? ownId;
  const isFar = props.around !== undefined;
  const openerId = isFar ? `${id}-open` : id;
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  const pick = (day: string | null) => {
    onChange(day);
    panel.current?.hidePopover();
    document.getElementById(openerId)?.focus();
  };
  // The panel changes its size: the calendar loads after the panel opens, and months have more or fewer weeks.
  useEffect(() => {
    const button = document.getElementById(openerId);
    const box = panel.current;
    if (!isOpen || button === null || box === null) return undefined;
    const observer = new ResizeObserver(() => positionUnder(button, box, 'start'));
    observer.observe(box);
    return () => observer.disconnect();
  }, [openerId, isOpen]);

  const onToggle = (event: ToggleEvent) => {
    setOpen(event.newState === 'open');
    if (event.newState === 'closed') props.onBlur?.();
  };
  const describedBy =
    [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ') ||
    undefined;
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      withAsterisk={props.withAsterisk === true}
      labelProps={{ id: `${id}-label` }}
      size="md"
    >
      <div className={styles['field']}>
        {isFar ? (
          <Suspense fallback={<Skeleton height={42} />}>
            <DayLists
              {...{ id, label, value, onChange, disabled, describedBy }}
              isInvalid={error !== undefined}
              min={props.min}
              max={props.max}
              onBlur={props.onBlur}
              ref={props.ref}
            />
          </Suspense>
        ) : null}
        <button
          ref={isFar ? undefined : props.ref}
          id={openerId}
          type="button"
          disabled={disabled}
          className={isFar ? `${layout['link'] ?? ''} ${layout['tall'] ?? ''}` : styles['button']}
          popoverTarget={`${id}-calendar`}
          aria-labelledby={`${id}-label ${openerId}`}
          aria-describedby={isFar ? undefined : describedBy}
          data-invalid={error === undefined || isFar ? undefined : true}
          aria-haspopup="dialog"
        >
          <IconCalendar size={18} aria-hidden />
          {isFar ? (
            t('form.calendar')
          ) : value === null ? (
            <span className={layout['muted']}>{t('form.pickDate')}</span>
          ) : (
            <bdi dir="ltr">{formatDay(value)}</bdi>
          )}
        </button>
        {clearable && !isFar && value !== null && !disabled ? (
          <button
            type="button"
            className={styles['clear']}
            aria-label={t('labelled', { label: t('form.clearDate'), value: label })}
            onClick={() => {
              onChange(null);
              document.getElementById(id)?.focus();
            }}
          >
            <IconX size={16} aria-hidden />
          </button>
        ) : null}
        <div
          ref={panel}
          id={`${id}-calendar`}
          popover="auto"
          role="dialog"
          aria-labelledby={`${id}-label`}
          className={`${layout['popover'] ?? ''} ${styles['panel'] ?? ''}`}
          onToggle={onToggle}
        >
          {isOpen ? (
            <Suspense fallback={<Skeleton height={260} />}>
              <Calendar
                value={value}
                min={props.min}
                max={props.max}
                around={props.around}
                onPick={pick}
              />
            </Suspense>
          ) : null}
        </div>
      </div>
    </Input.Wrapper>
  );
}
