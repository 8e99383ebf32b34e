import fs from 'node:fs';
import path from 'node:path';

/** Words in a sentence at most. */
const mostWords = 25;

/** Words that comments and documents avoid, each with what to write. */
const avoided: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bbesides?\b/i, 'next to, also'],
  [/\bcomes along\b/i, 'is sent with'],
  [/\bdeaf\b|\bears?\b|\bhears?\b/i, 'listen, subscribe'],
  [/\bgathered\b/i, 'deferred, collected'],
  [/\bheld\b|\bkept\b/i, 'cached, stored, locked'],
  [/\bmend(?:s|ed)?\b/i, 'fix, error, issue'],
  [/\bnameless\b|\buntold\b/i, 'the thing itself'],
  [/\bnobody\b/i, 'no user, no agent, “is not …”'],
  [/\bone[’']s own\b|\boneself\b/i, 'the user’s'],
  [/\b(?:said|told|tells)\b/i, 'log, notify, return'],
  [/\bstands\b/i, 'is, has, contains'],
  [/\bturns?\b/i, 'lock, slot, queue'],
  [/\bwaits to be\b/i, 'is waiting for'],
  [/\bwho(?:so)?ever\b|\bwhom\b/i, 'each, any, the caller, the user'],
];

/** Text of a file that a person reads, and the line where it begins. */
interface Passage {
  readonly line: number;
  readonly text: string;
}

const comment = /^\s*(?:\{?\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)\s*(?:\*\/\}?)?$/;
/** A comment of a shell script, of YAML and of a server's configuration. */
const hashComment = /^\s*#(?!!)\s?(.*?)\s*$/;
const trailingComment = /[;,{}()[\]>]\s+\/\/\s(.*)$/;

/** The comments of a source. Lines of comments that follow one another are one passage. */
export function commentsOf(source: string, form = comment): Passage[] {
  const passages: { line: number; text: string; end: number }[] = [];
  for (const [index, row] of source.split('\n').entries()) {
    const [, text] = form.exec(row) ?? [];
    if (text === undefined) {
      const after = form === comment ? trailingComment.exec(row)?.[1] : undefined;
      if (after !== undefined) passages.push({ line: index + 1, text: after, end: -1 });
      continue;
    }
    const before = passages.at(-1);
    if (before?.end === index) {
      before.text += ` ${text}`;
      before.end = index + 1;
    } else passages.push({ line: index + 1, text, end: index + 1 });
  }
  return passages;
}

/** The title is the first argument of the call, or of what `it.each(…)` returns. */
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['`"])((?:\\.|.)*?)\1\s*,/gs;
const summary = /\bsummary:\s*(['`"])((?:\\.|.)*?)\1,/gs;

const textsOf = (source: string, pattern: RegExp): Passage[] =>
  Array.from(source.matchAll(pattern), ({ index, 2: text = '' }) => ({
    line: source.slice(0, index).split('\n').length,
    text,
  }));

/** The titles of the tests of a source. */
export const titlesOf = (source: string): Passage[] => textsOf(source, title);

/** The summaries of the calls of a contract, which the OpenAPI document shows. */
export const summariesOf = (source: string): Passage[] => textsOf(source, summary);

/** The paragraphs, list items and table cells of a document, without its code. */
export function passagesOf(document: string): Passage[] {
  const passages: { line: number; text: string }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, row] of document.split('\n').entries()) {
    const isFence = row.startsWith('```');
    if (isFence) isCode = !isCode;
    const isCell = row.startsWith('|');
    const isNew = !isOpen || isCell || /^\s*(?:[-*#>]|\d+\.)\s/.test(row);
    isOpen = !isCode && !isFence && !isCell && row.trim() !== '' && !row.startsWith('#');
    if (isCode || isFence || row.trim() === '') continue;
    const before = passages.at(-1);
    if (isNew || before === undefined)
      for (const text of isCell ? row.split('|') : [row]) passages.push({ line: index + 1, text });
    else before.text += ` ${row.trim()}`;
  }
  return passages;
}

/** What is hard to read in a passage, one reason each. */
export function hardToRead(text: string): string[] {
  const plain = text.replace(/`[^`]*`|\{@link [^}]*\}|\]\([^)]*\)/g, ' x ');
  const long = plain
    .split(/(?<=[.!?:;])\s+|(?=@(?:param|returns|throws)\b)/)
    .map((sentence) => sentence.trim().split(/\s+/).length)
    .filter((count) => count > mostWords);
  return [
    ...long.map((count) => `a sentence of ${String(count)} words`),
    ...avoided.flatMap(([word, instead]) => {
      const [found] = word.exec(plain) ?? [];
      return found === undefined ? [] : [`“${found}”: write ${instead}`];
    }),
  ];
}

const skipped = new Set([
  'node_modules',
  'dist',
  'generated',
  'migrations',
  '.turbo',
  'test-results',
]);
const isTest = /\.(?:test|spec|proof)\.tsx?$/;
const isContract = /^packages\/contracts\/src\/.*\.ts$/;
const hasHashComments = /\.(?:sh|ya?ml|conf|service|toml)$|(?:^|\/)(?:Dockerfile|Caddyfile|run)$/;
const isRead = /\.(?:[cm]?[jt]sx?|css|jsonc|prisma|md)$/;

/** The sources and documents below a folder, as paths from `root`. */
export function filesBelow(root: string, folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(root, file);
    return isRead.test(entry.name) || hasHashComments.test(entry.name) ? [file] : [];
  });
}

/** Documents that are not rewritten yet, with their number of hard passages. The number must be exact, so it only decreases. */
export type Unfinished = Readonly<Record<string, number>>;

const folders = [
  'apps',
  'packages',
  'prisma',
  'docs',
  '.docker',
  '.ci',
  '.github',
  '.devcontainer',
];

/** What a person reads in a file: its comments, titles of tests and summaries of calls, or a whole document. */
function passagesIn(root: string, file: string): Passage[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.md')) return passagesOf(text);
  if (hasHashComments.test(file)) return commentsOf(text, hashComment);
  return [
    ...commentsOf(text),
    ...(isTest.test(file) ? titlesOf(text) : []),
    ...(isContract.test(file) ? summariesOf(text) : []),
  ];
}

/** What is hard to read in the comments, titles, summaries and documents of a checkout, one sentence each. */
export function plainWordFaults(root: string, unfinished: Unfinished): string[] {
  const files = folders
    .filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) => filesBelow(root, folder));
  const atTop = fs
    .readdirSync(root)
    .filter((name) => name.endsWith('.md') || name === '.oxlintrc.json');
  return [...files, ...atTop].flatMap((file) => {
    const hard = passagesIn(root, file).flatMap(({ line, text: words }) =>
      hardToRead(words).map((reason) => `${file}:${String(line)}: ${reason}`),
    );
    const allowed = unfinished[file] ?? 0;
    if (hard.length === allowed) return [];
    return hard.length > allowed
      ? hard
      : [
          `${file}: ${String(hard.length)} hard passages are left: lower its number (${String(allowed)})`,
        ];
  });
}
