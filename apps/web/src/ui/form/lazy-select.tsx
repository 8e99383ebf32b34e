import { ComboboxChevron, InputBase, type SelectProps } from '@mantine/core';
import {
  type ComponentType,
  createElement,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import type listFields from './select-file.ts';

type ListFields = typeof listFields;

// The fields with a list, search and positioning are 25 kB. They are loaded at the first interaction with the page, so
// that they are ready before the user reaches a list.
let file: Promise<unknown> | undefined;
let loaded: ListFields | undefined;
/** Resolves after the pressed finger or button is released and its click was dispatched. */
let press: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads the fields with a list once; after a failure the next touch retries. */
export function loadSelect(): Promise<unknown> {
  file ??= import('./select-file.ts').then(
    async (module) => {
      // Replacing a field during a press would lose the click.
      await press;
      loaded = module.default;
      for (const kind of touches) window.removeEventListener(kind, onTouch, true);
      for (const listener of listeners) listener();
    },
    () => {
      file = undefined;
    },
  );
  return file;
}

/** Milliseconds. The click of a finger follows its release in a separate event; after a long press there is none. */
const clickWaitMs = 400;

function pressEnds(): Promise<void> {
  return new Promise((done) => {
    const watched = new AbortController();
    const end = () => {
      watched.abort();
      done();
    };
    const how = { signal: watched.signal };
    // In the bubble phase, after the target has handled the click.
    window.addEventListener('click', end, how);
    window.addEventListener('pointercancel', end, how);
    window.addEventListener('pointerup', () => setTimeout(end, clickWaitMs), how);
  });
}

const touches = ['pointerdown', 'keydown', 'pointermove'] as const;
function onTouch({ type }: Event): void {
  if (type === 'pointerdown') press = pressEnds();
  void loadSelect();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (loaded === undefined)
    for (const kind of touches) window.addEventListener(kind, onTouch, true);
  return () => listeners.delete(listener);
}

/** The fields with a list; undefined until they are loaded. */
export function useListFields(): ListFields | undefined {
  return useSyncExternalStore(subscribe, () => loaded);
}

/** Types a text into a field and fires the `input` event that the library expects. */
function typeInto(field: HTMLElement | null, text: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  // React's own setter records the value, so that the event would count as no change; the prototype's setter avoids it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Mantine's Select, loaded late. Until then a placeholder field with the same look accepts focus, press and search
 * text. The list opens once loaded.
 */
export function LazySelect(props: SelectProps) {
  const Real = useListFields()?.Select as ComponentType<SelectProps> | undefined;
  const wanted = useRef<'focus' | 'open' | null>(null);
  const [typed, setTyped] = useState('');
  const text = useRef(typed);
  const made = useId();
  const id = props.id ?? made;
  useEffect(() => {
    const { current: how } = wanted;
    if (Real === undefined || how === null) return;
    // After mounting, because a screen reader announces only a list that opens later. In the same task, so that the
    // next key is not lost.
    queueMicrotask(() => {
      const field = document.getElementById(id);
      field?.focus();
      if (how === 'open') field?.click();
      if (text.current !== '') typeInto(field, text.current);
    });
  }, [Real, id]);
  if (Real !== undefined) return createElement(Real, { ...props, id });
  const { data = [], value, searchable, onFocus, onBlur, attributes, ...rest } = props;
  const { label, description, error, withAsterisk, disabled, name, placeholder } = rest;
  const chosen = data.find(
    (one) => typeof one === 'object' && 'value' in one && one.value === value,
  );
  const want = (how: 'focus' | 'open') => {
    wanted.current = how;
    void loadSelect();
  };
  return (
    <InputBase
      {...{ id, name, label, description, error, placeholder }}
      withAsterisk={withAsterisk === true}
      disabled={disabled === true}
      {...(attributes === undefined ? {} : { attributes })}
      aria-required={props['aria-required']}
      ref={props.ref}
      // eslint-disable-next-line jsx-a11y/role-has-required-aria-props -- closed, as the library's own, it controls nothing
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      readOnly={searchable !== true}
      pointer={searchable !== true}
      value={typed || (typeof chosen === 'object' && 'label' in chosen ? chosen.label : '')}
      onChange={({ currentTarget: { value: now } }) => {
        text.current = now;
        setTyped(now);
        want('open');
      }}
      rightSection={<ComboboxChevron w="1.125rem" h="1.125rem" c="dimmed" />}
      rightSectionPointerEvents="none"
      onFocus={(event) => {
        if (wanted.current === null) want('focus');
        onFocus?.(event);
      }}
      onBlur={(event) => {
        wanted.current = null;
        text.current = '';
        setTyped('');
        onBlur?.(event);
      }}
      // Not on click: the field may be replaced between press and release, and then gets no click.
      onMouseDown={() => want('open')}
      onKeyDown={({ key }) => {
        if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) want('open');
      }}
    />
  );
}
