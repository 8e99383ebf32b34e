/** What opens a list where it begins a word: the kept answers, the colleagues. */
export const signs = ['/', '@'] as const;
export type Sign = (typeof signs)[number];

/** A sign at the beginning of a word, and what was typed behind it. */
export interface AskedList {
  readonly sign: Sign;
  /** Where the sign stands. */
  readonly from: number;
  /** Where the caret stands. */
  readonly to: number;
  readonly query: string;
}

/** What is asked for at the caret of a text; null where no sign begins the word. */
export function askedAt(text: string, caret: number): AskedList | null {
  const [, found, query] = /(?:^|[\s(«"])([/@])([^\s/@]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  const sign = signs.find((one) => one === found);
  return sign === undefined || query === undefined
    ? null
    : { sign, from: caret - query.length - 1, to: caret, query };
}

/** A text as the search for a name sees it: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Those whose name holds what was typed; those that begin with it first. */
export function matching<A>(items: readonly A[], query: string, nameOf: (item: A) => string): A[] {
  const wanted = plain(query);
  const found = items.filter((item) => plain(nameOf(item)).includes(wanted));
  const begins = (item: A) => (plain(nameOf(item)).startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}
