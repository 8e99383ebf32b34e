/** A part of a text; `named` is set for a mention. */
export interface TextSegment<N> {
  readonly text: string;
  readonly named: N | null;
}

/** Colleagues whose `@name` is in a text. */
export function mentionedColleagues<N extends { readonly name: string }>(
  text: string,
  colleagues: readonly N[],
): readonly N[] {
  const found = new Set(splitMentions(text, colleagues).map(({ named }) => named?.name));
  return colleagues.filter(({ name }) => found.has(name));
}

/**
 * Splits a text at its mentions. `@Ali Bennis` matches the longest name, also when `Ali` is a colleague. A name
 * followed by letters is another word.
 */
export function splitMentions<N extends { readonly name: string }>(
  text: string,
  colleagues: readonly N[],
): readonly TextSegment<N>[] {
  const byLength = [...colleagues].sort((a, b) => b.name.length - a.name.length);
  const segments: TextSegment<N>[] = [];
  let plain = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const rest = text.slice(at + 1);
    const named = byLength.find(
      ({ name }) => rest.startsWith(name) && !/^[\p{L}\p{M}\d]/u.test(rest.slice(name.length)),
    );
    if (named === undefined) continue;
    if (at > plain) segments.push({ text: text.slice(plain, at), named: null });
    plain = at + 1 + named.name.length;
    segments.push({ text: text.slice(at, plain), named });
    at = plain - 1;
  }
  if (plain < text.length) segments.push({ text: text.slice(plain), named: null });
  return segments;
}
