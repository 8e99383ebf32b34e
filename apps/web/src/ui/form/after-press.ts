/** A mouse button is down, or a tap is sent as one. */
let isPressed = false;
const press = (now: boolean) => () => {
  isPressed = now;
};
addEventListener('mousedown', press(true), true);
for (const end of ['mouseup', 'dragend']) addEventListener(end, press(false), true);

/**
 * Runs `change` after the press that is running, or at once. A press elsewhere first takes the focus from a field. If
 * the field then changed its height, the pressed button would move away and get no click.
 */
export function afterPress(change: () => void): void {
  if (isPressed) addEventListener('mouseup', change, { once: true, capture: true });
  else change();
}
