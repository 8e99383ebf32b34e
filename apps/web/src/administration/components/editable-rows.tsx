import { ActionIcon, Box, Button, Stack, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import {
  type FieldErrors,
  get,
  useFieldArray,
  useFormContext,
  useFormState,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFieldErrorText } from '../../ui/form/field-error-text.ts';
import { fieldId, FormIdsContext } from '../../ui/form/form-context.ts';
import { flattenErrors } from '../../ui/form/form-error-summary.tsx';
import layout from '../../ui/layout/layout.module.css';

/** Names the rows as a whole in the error summary, and shows their error. */
function RowsFault({ name, label }: { name: string; label: string }) {
  const ids = useContext(FormIdsContext);
  const { errors } = useFormState();
  const errorText = useFieldErrorText();
  const at = get(errors, `${name}.root`) === undefined ? name : `${name}.root`;
  const fault: { type?: unknown; message?: unknown } | undefined = get(errors, at);
  const labels = ids?.labels;
  useEffect(() => {
    labels?.set(at, label);
    return () => {
      labels?.delete(at);
    };
  }, [labels, at, label]);
  if (fault?.type === undefined) return null;
  return (
    <Box
      component="p"
      id={fieldId(ids?.prefix ?? 'field', at)}
      tabIndex={-1}
      c="var(--wasl-danger)"
      fz={14}
    >
      {errorText(fault)}
    </Box>
  );
}

/** Opens the rows with faults after a refused save. */
function useOpenRows(name: string, rows: readonly { readonly id: string }[]) {
  const { setError } = useFormContext();
  const { errors, submitCount } = useFormState();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const faults: FieldErrors | undefined = get(errors, name);
  const fields = useRef(rows);
  useEffect(() => {
    fields.current = rows;
  });
  const seen = useRef<unknown>(null);
  useEffect(() => {
    if (faults === undefined || submitCount === 0) {
      seen.current = null;
      return;
    }
    if (seen.current !== null) return;
    seen.current = faults;
    const faulty = fields.current.filter(
      (_, index) => get(errors, `${name}.${String(index)}`) !== undefined,
    );
    if (faulty.length === 0) return;
    setOpen(new Set(faulty.map(({ id }) => id)));
    // The fields of these rows have their labels now: the summary is rendered again with them.
    const [first] = flattenErrors(faults, name);
    if (first === undefined) return;
    const { type, message } = first as { type: string; message: string };
    setTimeout(() => setError(first.name, { type, message }));
  }, [errors, faults, submitCount, name, setError]);
  return { open, setOpen, errors };
}

/** Moves and removes a row. */
function RowButtons({
  panel,
  steps,
  onMove,
  onRemove,
}: {
  panel: string;
  /** Null where rows have no order of their own. */
  steps: { readonly up: boolean; readonly down: boolean } | null;
  onMove: (step: 1 | -1, button: string) => void;
  onRemove: (() => void) | null;
}) {
  const { t } = useTranslation(['administration', 'common']);
  const moves = [
    { key: 'up', step: -1, Icon: IconArrowUp },
    { key: 'down', step: 1, Icon: IconArrowDown },
  ] as const;
  const look = { variant: 'subtle', size: 40, 'aria-describedby': `${panel}-name` };
  return (
    <Box style={{ display: 'flex', gap: 4 }}>
      {steps === null
        ? null
        : moves.map(({ key, step, Icon }) => (
            <ActionIcon
              {...look}
              key={key}
              id={`${panel}-${key}`}
              color="gray"
              disabled={!steps[key]}
              style={steps[key] ? undefined : { visibility: 'hidden' }}
              aria-label={t(`reference.${key}`)}
              onClick={() => onMove(step, `${panel}-${key}`)}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          ))}
      {onRemove === null ? null : (
        <ActionIcon
          {...look}
          color="clay"
          aria-label={t('common:actions.delete')}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </Box>
  );
}

/**
 * Rows of a form that open for editing. They are added, removed and moved with buttons, so that keys and fingers can
 * do it.
 */
export function EditableRows({
  name,
  label,
  nameOf,
  tagsOf,
  children,
  newRow,
  addLabel = '',
  isOrdered = true,
  isRemovable,
  fixed = 0,
  isListed,
}: {
  name: string;
  /** Names the rows as a whole. */
  label: string;
  /** Name of a row, rendered again when its fields change. */
  nameOf: (index: number) => ReactNode;
  tagsOf?: (index: number) => ReactNode;
  /** The editor of a row. */
  children: (index: number) => ReactNode;
  /** Values of a row to add; absent where rows cannot be added. */
  newRow?: object;
  addLabel?: string;
  isOrdered?: boolean;
  /** Whether a row may be removed; by default none may. */
  isRemovable?: (index: number) => boolean;
  /** Number of first rows that are neither moved nor removed. */
  fixed?: number;
  /** Whether a filter shows the row. Filtered rows are not moved. */
  isListed?: ((index: number) => boolean) | undefined;
}) {
  const { t } = useTranslation(['administration', 'common', 'profile']);
  const rows = useFieldArray({ name });
  const { open, setOpen, errors } = useOpenRows(name, rows.fields);
  const id = useId();
  const [announced, setAnnounced] = useState('');
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element = document.getElementById(wanted.current ?? '');
    if (element === null) return;
    wanted.current = null;
    const isButton = element instanceof HTMLButtonElement;
    if (isButton && !element.disabled) element.focus();
    // At the end of the rows the button of the other direction takes the focus.
    else if (isButton) element.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
    else element.querySelector<HTMLElement>('input, textarea')?.focus();
  });
  const isMovable = (index: number) =>
    index >= fixed && index < rows.fields.length && isListed === undefined;
  const move = (from: number, to: number, button: string) => {
    rows.move(from, to);
    wanted.current = button;
    setAnnounced(t('reference.movedTo', { place: to + 1, count: rows.fields.length }));
  };
  const canMove = (index: number) => ({
    up: isMovable(index) && isMovable(index - 1),
    down: isMovable(index) && isMovable(index + 1),
  });
  const remove = (index: number) => {
    rows.remove(index);
    wanted.current = `${id}-add`;
  };
  const add = () => {
    rows.append(newRow ?? {}, { shouldFocus: false });
    setOpen(new Set(['']));
  };
  // The identity of a new row is known once it is rendered.
  const last = rows.fields.at(-1)?.id;
  useEffect(() => {
    if (!open.has('') || last === undefined) return;
    setOpen(new Set([last]));
    wanted.current = `${id}-${last}`;
  }, [open, last, id, setOpen]);
  return (
    <Stack gap="sm">
      <ul aria-label={label}>
        {rows.fields.map(({ id: key }, index) => {
          if (isListed !== undefined && !isListed(index) && !open.has(key)) return null;
          const isOpen = open.has(key);
          const panel = `${id}-${key}`;
          const isFaulty = get(errors, `${name}.${String(index)}`) !== undefined;
          const rowName = `${panel}-name`;
          return (
            <li key={key} className={layout['entry']}>
              <Box flex="1 1 200px" miw={0}>
                <button
                  type="button"
                  className={layout['tall']}
                  style={{ textAlign: 'start', inlineSize: '100%' }}
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? panel : undefined}
                  onClick={() => setOpen(new Set(isOpen ? [] : [key]))}
                >
                  <IconChevronDown
                    size={18}
                    aria-hidden
                    style={{ flex: 'none', ...(isOpen ? { transform: 'rotate(180deg)' } : {}) }}
                  />
                  <span id={rowName}>{nameOf(index)}</span>
                  {isFaulty ? (
                    <IconAlertTriangle
                      size={16}
                      role="img"
                      color="var(--wasl-danger)"
                      aria-label={t('profile:organisation.faulty')}
                    />
                  ) : null}
                  {tagsOf?.(index)}
                </button>
              </Box>
              <RowButtons
                panel={panel}
                steps={isOrdered ? canMove(index) : null}
                onMove={(step, button) => move(index, index + step, button)}
                onRemove={
                  index >= fixed && isRemovable?.(index) === true ? () => remove(index) : null
                }
              />
              {isOpen ? (
                <Box id={panel} flex="1 0 100%" miw={0}>
                  <Stack className={layout['sunken']}>{children(index)}</Stack>
                </Box>
              ) : null}
            </li>
          );
        })}
      </ul>
      <RowsFault name={name} label={label} />
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {newRow === undefined ? null : (
        <div>
          <Button
            id={`${id}-add`}
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={add}
          >
            {addLabel}
          </Button>
        </div>
      )}
    </Stack>
  );
}
