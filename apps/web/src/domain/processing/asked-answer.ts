/** A slash at the beginning of a word, and what was typed behind it. */
export interface AskedAnswer {
  /** Where the slash stands. */
  readonly from: number;
  /** Where the caret stands. */
  readonly to: number;
  readonly query: string;
}

/** What is asked for at the caret of a text; null where no slash begins the word. */
export function askedAt(text: string, caret: number): AskedAnswer | null {
  const [, query] = /(?:^|\s)\/([^\s/]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return query === undefined ? null : { from: caret - query.length - 1, to: caret, query };
}

/** A text as the search for a name sees it: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The answers whose name holds what was typed; those that begin with it first. */
export function matching<A extends { readonly name: string }>(
  answers: readonly A[],
  query: string,
): A[] {
  const wanted = plain(query);
  const found = answers.filter(({ name }) => plain(name).includes(wanted));
  const begins = ({ name }: A) => (plain(name).startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}
