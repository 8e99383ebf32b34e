/** Maximum characters of a statement in a span. */
const longest = 4000;

/** Quoted values: 'it''s', E'\'', $$…$$ and $name$…$name$. Names in double quotes are tables and columns. */
const quoted = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^'\\]|''|\\[\s\S])*'/g;
/** A number that is no part of a name or of a parameter ($1). */
const numbers = /(?<![\w$."])\d+(?:\.\d+)?\b/g;

/** Statement text for a span: without literal values, and cut before an unterminated one. */
export function statementText(text: string): string {
  const clean = text
    .replaceAll(quoted, '?')
    .replace(/'[\s\S]*$/, '?')
    .replaceAll(numbers, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.slice(0, longest);
}

/** Operation of a statement, by its first word: `SELECT`; `SQL` for other beginnings. */
export function operationOf(text: string): string {
  return /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
}
