/** Signs that open a list at the beginning of a word: stored answers and colleagues. */
export const triggerSigns = ['/', '@'] as const;
export type TriggerSign = (typeof triggerSigns)[number];

/** A sign at the beginning of a word, and the text after it. */
export interface SuggestionTrigger {
  readonly sign: TriggerSign;
  /** Index of the sign. */
  readonly from: number;
  /** Index of the caret. */
  readonly to: number;
  readonly query: string;
}

/** List to open at the caret; null where no sign begins the word. */
export function triggerAt(text: string, caret: number): SuggestionTrigger | null {
  const [, found, query] = /(?:^|[\s(«"])([/@])([^\s/@]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  const sign = triggerSigns.find((one) => one === found);
  return sign === undefined || query === undefined
    ? null
    : { sign, from: caret - query.length - 1, to: caret, query };
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Items whose name contains the query; those that begin with it first. */
export function matchingItems<A>(
  items: readonly A[],
  query: string,
  nameOf: (item: A) => string,
): A[] {
  const wanted = withoutAccents(query);
  const found = items.filter((item) => withoutAccents(nameOf(item)).includes(wanted));
  const begins = (item: A) => (withoutAccents(nameOf(item)).startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}
