// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';

import { areKeysOn, keyActionOf, setKeysOn } from './key-actions.ts';

afterEach(() => document.body.replaceChildren());

function pressed(key: string, within = '<p></p>', more: KeyboardEventInit = {}) {
  document.body.innerHTML = within;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
  let found: ReturnType<typeof keyActionOf>;
  document.addEventListener('keydown', (one) => (found = keyActionOf(one)), { once: true });
  (document.body.querySelector('[data-here]') ?? document.body.firstElementChild)?.dispatchEvent(
    event,
  );
  return found;
}

it('maps keys to the next row, the previous row and the help', () => {
  expect([pressed('j'), pressed('k'), pressed('?')]).toEqual(['next', 'previous', 'help']);
  expect(pressed('y')).toBeUndefined();
  expect(pressed('toString')).toBeUndefined();
});

it('works while the checkbox of a row has the focus', () => {
  expect(pressed('x', '<input type="checkbox">')).toBe('choose');
});

it('can be disabled and enabled for the device', () => {
  setKeysOn(false);
  expect(areKeysOn()).toBe(false);
  setKeysOn(true);
  expect(areKeysOn()).toBe(true);
});

it.each([
  '<input>',
  '<textarea></textarea>',
  '<input type="range">',
  '<select></select>',
  '<div contenteditable="true"></div>',
  '<div role="dialog"><button data-here></button></div>',
  '<div role="menu"><button data-here></button></div>',
])('ignores keys within %s', (within) => expect(pressed('j', within)).toBeUndefined());

it('leaves keys with Control, Alt or the command key to the browser', () => {
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(pressed('j', '<p></p>', more)).toBeUndefined();
});
