import { useDeferredValue } from 'react';

let isFirst = false;

/** From here on the application is drawn for the first time: a phone draws what it shows first (`useDrawnLater`). */
export function beginFirstDrawing(): void {
  isFirst = window.matchMedia('(max-width: 48em)').matches;
}

/** The first drawing stands in the page. */
export function endFirstDrawing(): void {
  isFirst = false;
}

/**
 * A value of which the first drawing on a phone is spared a part: `first` there, the whole right after it, in pieces between
 * which the browser paints and a finger is heard. Elsewhere and later it is the whole at once, so that Back finds its place.
 * For what stands below the screen or is folded away: half of what a list draws, at a phone's pace 0.2 s.
 */
export function useDrawnLater<T>(whole: T, first: T): T {
  return useDeferredValue(whole, isFirst ? first : undefined);
}
