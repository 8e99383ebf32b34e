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

// The list with its search and its place on the screen is 25 kB that nobody needs to read a form: it travels when
// somebody begins to use the page, so that it is there before they come to a list.
let file: Promise<unknown> | undefined;
let Loaded: ComponentType<SelectProps> | undefined;
/** Ends when the finger or the button that is down has been lifted, and its click has come. */
let press: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Fetches what draws lists; once. Where the line fails, the next touch tries again. */
export function fetchSelect(): Promise<unknown> {
  file ??= import('./select-file.ts').then(
    async (module) => {
      // A field that is replaced under the finger gets no press.
      await press;
      Loaded = module.default as ComponentType<SelectProps>;
      for (const kind of touches) window.removeEventListener(kind, onTouch, true);
      for (const listener of listeners) listener();
    },
    () => {
      file = undefined;
    },
  );
  return file;
}

/** In milliseconds: a finger's click follows its lifting in an event of its own; after a long press none does. */
const clickWait = 400;

function pressEnds(): Promise<void> {
  return new Promise((done) => {
    const watched = new AbortController();
    const end = () => {
      watched.abort();
      done();
    };
    const how = { signal: watched.signal };
    // Not captured: whoever was clicked has heard it.
    window.addEventListener('click', end, how);
    window.addEventListener('pointercancel', end, how);
    window.addEventListener('pointerup', () => setTimeout(end, clickWait), how);
  });
}

const touches = ['pointerdown', 'keydown', 'pointermove'] as const;
function onTouch({ type }: Event): void {
  if (type === 'pointerdown') press = pressEnds();
  void fetchSelect();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (Loaded === undefined)
    for (const kind of touches) window.addEventListener(kind, onTouch, true);
  return () => listeners.delete(listener);
}

/** Types a text into a field of the library's, which hears of it as of a key. */
function typeInto(field: HTMLElement | null, text: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  // React takes note of what is set on the element itself, and would take the event for no change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Mantine's Select. Until it has come its field stands there as it will look, takes focus, press and what is typed to search,
 * and opens by itself as soon as it can.
 */
export function LateSelect(props: SelectProps) {
  const Real = useSyncExternalStore(subscribe, () => Loaded);
  const wanted = useRef<'focus' | 'open' | null>(null);
  const [typed, setTyped] = useState('');
  const text = useRef(typed);
  const made = useId();
  const id = props.id ?? made;
  useEffect(() => {
    const { current: how } = wanted;
    if (Real === undefined || how === null) return;
    // Once all of it is there: a list that is open from the first tells no reader that it is. In the same task: the letter of
    // the next key would be lost.
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
    void fetchSelect();
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
      // Not the click: what draws lists may come between press and release, and a field that is gone gets no click.
      onMouseDown={() => want('open')}
      onKeyDown={({ key }) => {
        if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) want('open');
      }}
    />
  );
}
