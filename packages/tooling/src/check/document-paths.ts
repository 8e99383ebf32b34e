import fs from 'node:fs';
import path from 'node:path';

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

/** Paths in documents that do not exist, one sentence each: `` docs/x.md:12: `apps/gone.ts` is not there ``. */
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
