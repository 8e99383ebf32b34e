import fs from 'node:fs';
import path from 'node:path';

import { commentsOf, filesBelow } from './plain-words.ts';

// Paths in the repository. Skips globs, braces and `<area>` placeholders; `dist` folders are generated.
const PATH = /`((?:apps|packages|prisma|docs)\/[^`\s*{}<>…]+)`/g;

/** README.md at the top and in each package, and everything below docs/. */
function documentsOf(root: string): string[] {
  const packages = ['apps', 'packages'].flatMap((folder) =>
    fs.readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
  );
  const readmes = ['.', ...packages, 'prisma'].map((folder) => path.join(folder, 'README.md'));
  const docs = fs.readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return [
    ...readmes.filter((file) => fs.existsSync(path.join(root, file))),
    ...docs.filter((file) => file.endsWith('.md')).map((file) => path.join('docs', file)),
  ];
}

/** Files in comments, in backquotes or not. Records of decisions are named by their file. */
const FILE =
  /(?<![\w./@-])(?:(?:apps|packages|prisma|docs)\/[\w./@-]+\.(?:md|[cm]?tsx?|mjs|json|prisma|sh)\b|docs\/decisions, \d+)/g;

/** Files in the comments of sources that do not exist, one sentence each. */
export function commentPathFaults(root: string): string[] {
  const sources = ['apps', 'packages', 'prisma'].flatMap((folder) => filesBelow(root, folder));
  return sources
    .filter((source) => !source.endsWith('.md'))
    .flatMap((source) =>
      commentsOf(fs.readFileSync(path.join(root, source), 'utf8')).flatMap(({ line, text }) =>
        [...text.matchAll(FILE)]
          .map(([named]) => named)
          .filter((named) => !named.includes('/dist/') && !fs.existsSync(path.join(root, named)))
          .map((named) => `${source}:${String(line)}: ${named} is not there`),
      ),
    );
}

/** Paths in documents that do not exist, one sentence each: ``README.md:12: `docs` is not there``. */
export function documentPathFaults(root: string): string[] {
  return documentsOf(root).flatMap((document) => {
    const rows = fs.readFileSync(path.join(root, document), 'utf8').split('\n');
    return rows.flatMap((row, index) =>
      [...row.matchAll(PATH)]
        .map(([, named = '']) => named)
        .filter((named) => !named.includes('/dist') && !fs.existsSync(path.join(root, named)))
        .map((named) => `${document}:${String(index + 1)}: ${named} is not there`),
    );
  });
}
