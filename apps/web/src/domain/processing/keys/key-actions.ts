import { deviceStore } from '../../../lib/drafts/device-store.ts';

const keys = {
  '/': 'search',
  j: 'next',
  k: 'previous',
  x: 'choose',
  t: 'take',
  a: 'answer',
  e: 'close',
  s: 'save',
  '?': 'help',
} as const;
export type Key = keyof typeof keys;
export type KeyAction = (typeof keys)[Key];
/** What a page does for each key; a key without a function does nothing. */
export type KeyActions = Partial<Record<KeyAction, (() => unknown) | null>>;

/** All keys, in the order of the help. */
export const keyList = Object.entries(keys) as (readonly [Key, KeyAction])[];

/** Elements where keys are text or belong to the focused control. */
const typing =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** Returns the shortcut of a key; undefined for other keys and during typing. */
export function keyActionOf(event: KeyboardEvent): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  const { target } = event;
  if (target instanceof Element && target.closest(typing) !== null) return undefined;
  return Object.hasOwn(keys, event.key) ? keys[event.key as Key] : undefined;
}

const offKey = 'keys-off';
/** Whether this device uses shortcuts of one key. WCAG 2.1.4 asks for a way to disable them. */
export const areKeysOn = (): boolean => deviceStore.get(offKey) === null;
export function setKeysOn(isOn: boolean): void {
  if (isOn) deviceStore.remove(offKey);
  else deviceStore.set(offKey, '1');
}
