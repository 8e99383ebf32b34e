import type fr from './fr.ts';

/** French is the source; the other languages must have the same keys. */
export type MessageTree = typeof fr;
export type ValidationKey = keyof MessageTree['validation'];

type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
/** Structure of each language's catalogue; plural keys may add the categories of their language. */
export type Messages = Shape<MessageTree>;
