import { useDeferredValue } from 'react';

let isFirst = false;

/** Marks the start of the first render. A phone renders the visible part first (`useDrawnLater`). */
export function beginFirstDrawing(): void {
  isFirst = window.matchMedia('(max-width: 48em)').matches;
}

export function endFirstDrawing(): void {
  isFirst = false;
}

/**
 * Reduces the first render on a phone to `first` and renders `whole` right after it as interruptible work. Elsewhere
 * and later it returns `whole` at once, so that Back restores the scroll position. For content below the screen or
 * folded away: half of a list, 0.2 s at the speed of a phone.
 */
export function useDrawnLater<T>(whole: T, first: T): T {
  return useDeferredValue(whole, isFirst ? first : undefined);
}
