/** Milliseconds after user input for which the page's requests count as requests of the user. */
const actMs = 30_000;

// Opening a page counts as user input.
let actedAt = Date.now();
let isUntold = true;

if (typeof window !== 'undefined') {
  const note = () => {
    actedAt = Date.now();
    isUntold = true;
  };
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/**
 * Whether the user touched, typed or scrolled within `actMs` or since the last call of this function. The server ends
 * idle sessions; polling requests report the activity to it.
 */
export function isSomebodyHere(): boolean {
  const isHere = isUntold || Date.now() - actedAt < actMs;
  isUntold = false;
  return isHere;
}
