import { Box, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';

import { useErrorText } from '../../i18n/error-text.ts';
import layout from '../../ui/layout/layout.module.css';
import styles from './lists.module.css';

export interface SuggestionListProps<T> {
  /** Undefined while loading. */
  items: readonly T[] | undefined;
  error: unknown;
  label: string;
  /** Number of items, or the reason why there are none. */
  count: string;
  /** Text after the sign. */
  query: string;
  area: HTMLTextAreaElement;
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
  foot?: ReactNode;
  onChoose: (item: T) => void;
  onClose: () => void;
}

/**
 * List that a sign opens under a text area. The text area has the focus: arrows move in the list, Enter chooses, Escape
 * closes only the list. ARIA forbids the combobox role on a text area, so it references the list and the option
 * instead.
 */
export function SuggestionList<T>({
  items,
  error,
  label,
  count,
  query,
  area,
  keyOf,
  children,
  foot,
  onChoose,
  onClose,
}: SuggestionListProps<T>) {
  const errorText = useErrorText();
  const id = useId();
  const [place, setPlace] = useState({ query, at: 0 });
  const listed = items ?? [];
  // A new query starts at the top.
  const at = Math.min(place.query === query ? place.at : 0, listed.length - 1);
  const current = listed[at];
  const optionId = (item: T) => `${id}-${keyOf(item)}`;

  useEffect(() => {
    area.setAttribute('aria-haspopup', 'listbox');
    area.setAttribute('aria-controls', id);
    // The surrounding dialog must not close on this Escape.
    area.setAttribute('data-mantine-stop-propagation', 'true');
    return () => {
      for (const name of ['aria-haspopup', 'aria-controls', 'data-mantine-stop-propagation'])
        area.removeAttribute(name);
    };
  }, [area, id]);
  const currentId = current === undefined ? null : optionId(current);
  useEffect(() => {
    if (currentId === null) return undefined;
    area.setAttribute('aria-activedescendant', currentId);
    document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
    return () => area.removeAttribute('aria-activedescendant');
  }, [area, currentId]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isTaken = (event.key === 'Enter' || event.key === 'Tab') && current !== undefined;
      if (event.isComposing || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') onClose();
      else if (step !== undefined && listed.length > 0)
        setPlace({ query, at: (at + step + listed.length) % listed.length });
      else if (isTaken && !event.shiftKey) onChoose(current);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener('keydown', onKey);
    return () => area.removeEventListener('keydown', onKey);
  });

  return (
    // A press here must not move the focus out of the text area.
    <div
      className={styles['list']}
      role="presentation"
      onMouseDown={(event) => event.preventDefault()}
    >
      {items === undefined ? (
        error === undefined ? (
          <Loader size="sm" />
        ) : (
          <p>{errorText(error)}</p>
        )
      ) : (
        <>
          <Box component="p" role="status" className={layout['small']} px={8} py={4}>
            {count}
          </Box>
          <div role="listbox" id={id} aria-label={label}>
            {items.map((item) => (
              <div
                key={keyOf(item)}
                role="option"
                id={optionId(item)}
                aria-selected={item === current}
                tabIndex={-1}
                className={styles['option']}
                onClick={() => onChoose(item)}
                // The text area handles the keys.
                onKeyDown={() => undefined}
              >
                {children(item)}
              </div>
            ))}
          </div>
          {foot === undefined ? null : (
            <Box component="p" className={layout['small']} px={8} py={4}>
              {foot}
            </Box>
          )}
        </>
      )}
    </div>
  );
}
