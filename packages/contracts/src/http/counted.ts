/** Maximum count of a list for a screen; one more means "more than that". A page beyond it has the exact number. */
export const mostCounted = 1000;

/** Maximum place and total of a file among the files of a filter; one more means "more than that". */
export const mostPositioned = 10_000;
