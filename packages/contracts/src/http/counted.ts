/** Maximum count of a list for a screen; one more means "more than that". A page beyond it has the exact number. */
export const mostCounted = 1000;
