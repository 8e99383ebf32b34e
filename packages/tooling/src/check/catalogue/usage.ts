import fs from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import type { Catalogue } from './catalogues.ts';
import { baseKey } from './compare.ts';

/** Texts in code that may be keys. */
export interface Mentions {
  literals: Set<string>;
  /** The beginning of every template literal up to its first `${`, e.g. `status.`. */
  heads: Set<string>;
  /** The end of every template literal that begins with its only `${…}`, e.g. `.title` of `${kind}.title`. */
  tails: Set<string>;
  /** `t('…')` with a literal: the key and its location. */
  calls: { key: string; place: string }[];
}

export function mentionsIn(text: string, fileName: string, into: Mentions): void {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) into.literals.add(node.text);
    if (ts.isTemplateExpression(node)) {
      into.heads.add(node.head.text);
      const [only, another] = node.templateSpans;
      if (node.head.text === '' && only !== undefined && another === undefined) {
        into.tails.add(only.literal.text);
      }
    }
    if (ts.isCallExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText(source);
      const [first] = node.arguments;
      if (name === 't' && first !== undefined && ts.isStringLiteralLike(first)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        into.calls.push({ key: first.text, place: `${fileName}:${String(line + 1)}` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** Collects the mentions of the checkout's own code, without tests and the catalogues themselves. */
export function readMentions(root: string): Mentions {
  const mentions: Mentions = { literals: new Set(), heads: new Set(), tails: new Set(), calls: [] };
  for (const folder of ['apps/web/src', 'apps/api/src', 'packages/contracts/src']) {
    for (const name of fs.readdirSync(path.join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name) || /(^|\/)testing\//.test(name))
        continue;
      if (/^words\/(fr|en|ar|es)\.ts$/.test(name)) continue;
      const file = path.join(folder, name);
      mentionsIn(fs.readFileSync(path.join(root, file), 'utf8'), file, mentions);
    }
  }
  return mentions;
}

/**
 * The French keys that no code mentions. A string with the key (with or without its namespace) mentions it. So does a
 * template literal with its beginning or end (`status.${code}`, `${kind}.title`). Keys below one of `dynamicPrefixes`
 * count as mentioned. Shared messages are named by their last part alone (`v('nomRequired')`, the error code itself).
 */
export function unusedKeys(
  catalogue: Catalogue,
  mentions: Mentions,
  dynamicPrefixes: readonly string[],
): string[] {
  const spellings = (key: string): string[] => [
    key,
    `${catalogue.namespace}:${key}`,
    ...(catalogue.isNamedByLastPart ? [key.slice(key.lastIndexOf('.') + 1)] : []),
  ];
  const heads = [...mentions.heads].filter((head) => /[.:]$/.test(head) && head.length > 1);
  const tails = [...mentions.tails].filter((tail) => tail.startsWith('.') && tail.length > 1);
  const isMentioned = (key: string): boolean =>
    spellings(key).some(
      (spelling) =>
        mentions.literals.has(spelling) ||
        heads.some((head) => spelling.startsWith(head)) ||
        tails.some((tail) => spelling.endsWith(tail)) ||
        dynamicPrefixes.some((prefix) => spelling.startsWith(prefix)),
    );
  return [...catalogue.words.fr.keys()]
    .filter((key) => !isMentioned(key) && !isMentioned(baseKey(key)))
    .map((key) => `${catalogue.name}: "${key}" is used nowhere`);
}

/** Keys in `t('…')` calls that no catalogue has. */
export function unknownKeys(catalogues: Catalogue[], mentions: Mentions): string[] {
  const known = new Set<string>();
  for (const { namespace, words } of catalogues) {
    for (const key of words.fr.keys()) {
      for (const spelling of [key, baseKey(key)]) {
        known.add(spelling);
        known.add(`${namespace}:${spelling}`);
      }
    }
  }
  return mentions.calls
    .filter(({ key }) => !known.has(key))
    .map(({ key, place }) => `${place}: "${key}" is in no catalogue`);
}
