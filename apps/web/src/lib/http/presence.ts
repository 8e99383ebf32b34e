/** Milliseconds after an act in which what the page asks counts as asked by the person. */
const actMs = 30_000;

// Opening a page is an act.
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
 * Whether somebody is at the page: has touched, typed or scrolled a moment ago, or since this was asked last. The server ends
 * sessions at which nobody is; what a page asks by itself tells it when somebody was.
 */
export function isSomebodyHere(): boolean {
  const isHere = isUntold || Date.now() - actedAt < actMs;
  isUntold = false;
  return isHere;
}
