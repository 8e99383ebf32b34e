import { Button, type ButtonProps } from '@mantine/core';
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
} from 'react';

import layout from './layout/layout.module.css';
import styles from './menu.module.css';
import { positionUnder } from './position-under.ts';

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onChoose: () => unknown;
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  readonly tone?: 'danger';
  /** Language of the label, where it differs from the page's. */
  readonly lang?: string;
}

/**
 * Button with a list of actions, after the WAI-ARIA menu button pattern: arrows, Home, End, Escape. The list is in the
 * browser's top layer: no element clips it, and a click outside closes it. Mantine's Menu would add 32 kB to the first
 * load of every page.
 */
export function Menu({
  label,
  entries,
  head,
  button,
  children,
}: {
  /** Accessible name of the button. */
  label: string;
  entries: readonly MenuEntry[];
  head?: ReactNode;
  button?: ButtonProps & AriaAttributes & { readonly id?: string };
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  const items = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? []),
  ];
  const close = () => {
    list.current?.hidePopover();
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      target.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      close();
    }
  };
  const onToggle = (event: ToggleEvent) => {
    const isOpen = event.newState === 'open';
    if (!isOpen || opener.current === null || list.current === null) return;
    positionUnder(opener.current, list.current, 'end');
    const all = items();
    (all.find((item) => item.getAttribute('aria-checked') === 'true') ?? all[0])?.focus();
  };
  const isChoice = entries.some((entry) => entry.isChosen !== undefined);

  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px="sm"
        {...button}
        ref={opener}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        {children}
      </Button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={`${layout['popover'] ?? ''} ${styles['list'] ?? ''}`}
        onKeyDown={onKeyDown}
        onToggle={onToggle}
      >
        {head === undefined ? null : (
          <div className={styles['head']} role="presentation">
            {head}
          </div>
        )}
        {entries.map((entry) => (
          <button
            key={entry.key}
            type="button"
            role={isChoice ? 'menuitemradio' : 'menuitem'}
            {...(isChoice ? { 'aria-checked': entry.isChosen === true } : {})}
            tabIndex={-1}
            lang={entry.lang}
            disabled={entry.isDisabled}
            className={styles['item']}
            data-tone={entry.tone}
            onClick={() => {
              close();
              entry.onChoose();
            }}
          >
            {entry.icon}
            {entry.label}
          </button>
        ))}
      </div>
    </>
  );
}
