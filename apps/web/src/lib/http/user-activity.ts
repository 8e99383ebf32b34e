/** Milliseconds after user input for which the page's requests count as requests of the user. */
const activeMs = 30_000;

// Opening a page counts as user input.
let lastInputAt = Date.now();
let isUnreported = true;

if (typeof window !== 'undefined') {
  const note = () => {
    lastInputAt = Date.now();
    isUnreported = true;
  };
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(kind, note, { capture: true, passive: true });
}

/**
 * Whether the user touched, typed or scrolled within `activeMs` or since the last call of this function. The server ends
 * idle sessions; polling requests report the activity to it.
 */
export function isUserActive(): boolean {
  const isActive = isUnreported || Date.now() - lastInputAt < activeMs;
  isUnreported = false;
  return isActive;
}
