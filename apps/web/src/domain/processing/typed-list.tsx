import { Box, Loader } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';

import { useErrorText } from '../../i18n/error-text.ts';
import layout from '../../ui/layout/layout.module.css';
import styles from './lists.module.css';

export interface TypedListProps<T> {
  /** Undefined while they are fetched. */
  items: readonly T[] | undefined;
  error: unknown;
  label: string;
  /** How many there are, or why there are none. */
  count: string;
  /** What was typed behind the sign. */
  query: string;
  area: HTMLTextAreaElement;
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
  foot?: ReactNode;
  onChoose: (item: T) => void;
  onClose: () => void;
}

/**
 * What a sign typed in a text area opens under it. The text area keeps the focus: arrows go through the list, Enter takes
 * one, Escape closes the list and nothing else. A text area may not be a combobox; it names the list and the option instead.
 */
export function TypedList<T>({
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
}: TypedListProps<T>) {
  const errorText = useErrorText();
  const id = useId();
  const [place, setPlace] = useState({ query, at: 0 });
  const listed = items ?? [];
  // Another word begins at the top again.
  const at = Math.min(place.query === query ? place.at : 0, listed.length - 1);
  const current = listed[at];
  const optionId = (item: T) => `${id}-${keyOf(item)}`;

  useEffect(() => {
    area.setAttribute('aria-haspopup', 'listbox');
    area.setAttribute('aria-controls', id);
    // The dialog around leaves Escape to the list.
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
      const turn = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isTaken = (event.key === 'Enter' || event.key === 'Tab') && current !== undefined;
      if (event.isComposing || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') onClose();
      else if (turn !== undefined && listed.length > 0)
        setPlace({ query, at: (at + turn + listed.length) % listed.length });
      else if (isTaken && !event.shiftKey) onChoose(current);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener('keydown', onKey);
    return () => area.removeEventListener('keydown', onKey);
  });

  return (
    // The text area keeps the focus whatever is pressed here.
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
                // The keys are heard in the text area.
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
