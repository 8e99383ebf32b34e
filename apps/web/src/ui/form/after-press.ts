/** A mouse button is down, or a tap is sent as one. */
let isPressed = false;
// Of the primary button only: a context menu can take the release of the secondary one.
window.addEventListener('mousedown', ({ button }) => (isPressed = button === 0), true);
const release = () => (isPressed = false);
window.addEventListener('mouseup', release, true);
window.addEventListener('dragend', release, true);

/**
 * Runs `change` after the press that is running, or at once. A press elsewhere first takes the focus from a field. If
 * the field then changed its height, the pressed button would move away and get no click.
 */
export function afterPress(change: () => void): void {
  if (isPressed) window.addEventListener('mouseup', change, { once: true, capture: true });
  else change();
}
