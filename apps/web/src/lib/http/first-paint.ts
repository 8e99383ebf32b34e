import { useDeferredValue } from 'react';

let isFirstPaint = false;

/** Marks the start of the first render. A phone renders the visible part first (`useAfterFirstPaint`). */
export function beginFirstPaint(): void {
  isFirstPaint = window.matchMedia('(max-width: 48em)').matches;
}

export function endFirstPaint(): void {
  isFirstPaint = false;
}

/**
 * Reduces the first render on a phone to `first` and renders `whole` right after it as interruptible work. Elsewhere
 * and later it returns `whole` at once, so that Back restores the scroll position. For content below the screen or
 * folded away: half of a list, 0.2 s at the speed of a phone.
 */
export function useAfterFirstPaint<T>(whole: T, first: T): T {
  return useDeferredValue(whole, isFirstPaint ? first : undefined);
}
