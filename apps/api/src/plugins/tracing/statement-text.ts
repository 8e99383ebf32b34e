/** Characters of a statement that a span carries. */
const longest = 4000;

/** Quoted values: 'it''s', E'\'', $$…$$ and $name$…$name$. Names in double quotes are tables and columns. */
const quoted = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^'\\]|''|\\[\s\S])*'/g;
/** A number that is no part of a name or of a parameter ($1). */
const numbers = /(?<![\w$."])\d+(?:\.\d+)?\b/g;

/** A statement as a span carries it: no value that stands in its text, and what is left of a value that does not end is cut. */
export function statementText(text: string): string {
  const clean = text
    .replaceAll(quoted, '?')
    .replace(/'[\s\S]*$/, '?')
    .replaceAll(numbers, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.slice(0, longest);
}

/** What the statement does, by its first word: `SELECT`; `SQL` where it begins otherwise. */
export function operationOf(text: string): string {
  return /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
}
