import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

/** The documents whose tables say which file does what and which test shows it. */
export const CLAIMING_DOCUMENTS = ['docs/specification.md', 'docs/security.md'] as const;

/** A path of the checkout that a document names, and the titles of tests it quotes right after it. */
export interface Claim {
  line: number;
  path: string;
  titles: string[];
}

// A path begins with one of our folders; quoted titles may follow it, one after the other.
const CLAIM = /`((?:apps|packages|prisma|docs)\/[^`\s]+)`((?:\s*,?\s*"[^"]*")*)/g;

/**
 * Reads the claims of a Markdown text: `` `apps/api/src/x.test.ts` "does this", "and that" ``.
 * In a table a `|` inside a title is written `\|`.
 */
export function readClaims(text: string): Claim[] {
  return text.split('\n').flatMap((row, index) =>
    [...row.matchAll(CLAIM)].map(([, file = '', quoted = '']) => ({
      line: index + 1,
      path: file,
      titles: [...quoted.matchAll(/"([^"]*)"/g)].map(([, title = '']) =>
        title.replaceAll('\\|', '|').replaceAll('\\*', '*'),
      ),
    })),
  );
}

const NAMED = new Set(['lookAtAll', 'it', 'test', 'describe', 'step']);

/** The first identifiers of a call's target: `it.each(…)(…)` and `test.step(…)` are `it` and `test`, `step`. */
function namesOf(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  if (ts.isCallExpression(expression)) return namesOf(expression.expression);
  if (ts.isPropertyAccessExpression(expression)) {
    return [...namesOf(expression.expression), expression.name.text];
  }
  return [];
}

/** The titles of the tests, groups and steps of a test file, as written there (`%s` and `${…}` included). */
export function titlesIn(text: string, fileName: string): Set<string> {
  const titles = new Set<string>();
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && namesOf(node.expression).some((name) => NAMED.has(name))) {
      const [first] = node.arguments;
      if (first !== undefined && ts.isStringLiteralLike(first)) titles.add(first.text);
      if (first !== undefined && ts.isTemplateExpression(first)) {
        titles.add(first.getText(source).slice(1, -1));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/**
 * What a document claims and the checkout does not hold: a path that is not there, a quoted title
 * that no test of the named file has. One sentence for each.
 */
export function claimFaults(root: string, document: string): string[] {
  const claims = readClaims(fs.readFileSync(path.join(root, document), 'utf8'));
  const titlesOf = new Map<string, Set<string>>();
  return claims.flatMap(({ line, path: claimed, titles }) => {
    const place = `${document}:${String(line)}`;
    const file = path.join(root, claimed);
    if (!fs.existsSync(file)) return [`${place}: ${claimed} is not there`];
    if (titles.length === 0) return [];
    if (!/\.(test|spec)\.tsx?$/.test(claimed)) return [`${place}: ${claimed} is no test file`];
    let known = titlesOf.get(claimed);
    if (known === undefined) {
      known = titlesIn(fs.readFileSync(file, 'utf8'), claimed);
      titlesOf.set(claimed, known);
    }
    return titles
      .filter((title) => !known.has(title))
      .map((title) => `${place}: ${claimed} has no test "${title}"`);
  });
}

/** The faults of every document that claims something. */
export function allClaimFaults(root: string): string[] {
  return CLAIMING_DOCUMENTS.flatMap((document) => claimFaults(root, document));
}
