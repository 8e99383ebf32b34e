export type FileKey = 'previous' | 'next' | 'help';

const keys: Readonly<Record<string, FileKey>> = { j: 'next', k: 'previous', '?': 'help' };

/** Elements where keys are text or belong to the focused control. */
const typing =
  'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]';

/** Returns the shortcut of a key; undefined for other keys and during typing. */
export function fileKeyOf(event: KeyboardEvent): FileKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  const { target } = event;
  if (target instanceof Element && target.closest(typing) !== null) return undefined;
  return keys[event.key];
}
