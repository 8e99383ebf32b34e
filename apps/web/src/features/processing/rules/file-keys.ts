/** What a key does on the page of a file. */
export type FileKey = 'previous' | 'next' | 'help';

const keys: Readonly<Record<string, FileKey>> = { j: 'next', k: 'previous', '?': 'help' };

/** Where keys are letters, or belong to what has the focus. */
const typing =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** What the key means here; undefined for another key, and wherever somebody may be typing. */
export function fileKeyOf(event: KeyboardEvent): FileKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  const { target } = event;
  if (target instanceof Element && target.closest(typing) !== null) return undefined;
  return keys[event.key];
}
