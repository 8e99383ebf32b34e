/**
 * How far a list that may be long is counted for a screen: one more stands for "more than that". A page beyond it says how many
 * there are.
 */
export const mostCounted = 1000;
