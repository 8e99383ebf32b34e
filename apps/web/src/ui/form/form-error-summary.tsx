import { useContext, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import layout from '../layout/layout.module.css';
import { useFieldErrorText } from './field-error-text.ts';
import { fieldId, FormIdsContext } from './form-context.ts';

interface Fault {
  readonly name: string;
  readonly type: unknown;
  readonly message: unknown;
}

/** Flattens the errors of a form, each with the dotted name of its field. */
export function flattenErrors(errors: FieldErrors, path = ''): Fault[] {
  return Object.entries(errors as Record<string, unknown>).flatMap(([key, error]): Fault[] => {
    if (typeof error !== 'object' || error === null) return [];
    const name = path === '' ? key : `${path}.${key}`;
    const { type, message } = error as { type?: unknown; message?: unknown };
    // A field may be named `type`; its error is then an object.
    if (typeof type === 'string' || typeof type === 'number') return [{ name, type, message }];
    return flattenErrors(error, name);
  });
}

/** Sorts errors by the position of their fields on the page; errors without a field come last. */
function asOnPage(faults: readonly Fault[], idOf: (name: string) => string): Fault[] {
  const placed = faults.map((fault) => ({
    fault,
    field: document.getElementById(idOf(fault.name)),
  }));
  return placed
    .sort((a, b) => {
      if (a.field === null || b.field === null)
        return Number(a.field === null) - Number(b.field === null);
      return a.field.compareDocumentPosition(b.field) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    })
    .map(({ fault }) => fault);
}

/** Focuses a field, and first opens its tab. */
function focusField(id: string): void {
  const field = document.getElementById(id);
  const panel = field?.closest('[role=tabpanel]');
  const tab = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '');
  if (tab?.getAttribute('aria-selected') === 'false') flushSync(() => tab.click());
  field?.focus();
}

/** Errors as links to their fields. Takes the focus after a refused submit. */
export function FormErrorSummary({ attempt }: { attempt: number }) {
  const { t } = useTranslation(['common', 'words']);
  const { errors, touchedFields } = useFormState();
  const ids = useContext(FormIdsContext);
  const box = useRef<HTMLDivElement>(null);
  const errorText = useFieldErrorText();
  const faults = flattenErrors(errors);

  // Errors may arrive after the attempt was counted; each attempt takes the focus once.
  const focusedAttempt = useRef(0);
  const hasFaults = faults.length > 0;
  useEffect(() => {
    if (!hasFaults || attempt === focusedAttempt.current) return;
    focusedAttempt.current = attempt;
    box.current?.focus();
  }, [attempt, hasFaults]);

  const touchedCount = Object.keys(touchedFields).length;
  // The message at the field that was just left moves the focused one, maybe under a sticky bar (WCAG 2.4.11).
  useEffect(() => {
    // During a blur no element has the focus, so the next frame looks for it.
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && focused.closest('form') !== null)
        focused.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [faults.length, touchedCount]);

  const withLabel = (label: string | undefined, text = '') => {
    if (label === undefined) return text;
    // A label that ends with a question mark needs no colon.
    if (/[?؟]$/u.test(label)) return `${label} ${text}`;
    // The field has the specified message; the list says what to do.
    return text === t('words:validation.required')
      ? t('form.give', { label })
      : t('labelled', { label, value: text });
  };

  if (attempt === 0 || !hasFaults || ids === null) return null;
  return (
    <div ref={box} className={layout['faults']} role="alert" tabIndex={-1}>
      <p className={layout['strong']}>{t('form.summary', { count: faults.length })}</p>
      <ul className={layout['bullets']}>
        {asOnPage(faults, (name) => fieldId(ids.prefix, name)).map((fault) => {
          const id = fieldId(ids.prefix, fault.name);
          return (
            <li key={fault.name}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
                }}
              >
                {withLabel(ids.labels.get(fault.name), errorText(fault))}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
