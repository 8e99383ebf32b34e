import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { repositoryRoot } from '../paths.ts';

/** A folder name that breaks unescaped URLs and unquoted shell arguments. */
const HARD_NAME = 'Wasl été 2026';

/** Patterns of .dockerignore: a name anywhere (`**\/dist`), or one path from the top. */
function ignored(): (file: string) => boolean {
  const lines = fs
    .readFileSync(path.join(repositoryRoot, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const anywhere = new Set(
    lines.filter((line) => line.startsWith('**/')).map((line) => line.slice(3)),
  );
  const fromTop = new Set(lines.filter((line) => !line.startsWith('**/')));
  return (file) => fromTop.has(file) || anywhere.has(path.basename(file));
}

export interface CheckoutCopy {
  /** Its top folder; its path has a space and an accent. */
  root: string;
  /** An empty folder for HOME and similar. */
  home: string;
  remove: () => void;
}

/**
 * Links the packages of one folder one by one: `@wasl/*` to the copy, all others to the installed ones. The folder
 * itself belongs to the copy, so that the copy cannot modify this checkout.
 */
function linkPackages(root: string, folder: string): void {
  const from = path.join(repositoryRoot, folder, 'node_modules');
  const to = path.join(root, folder, 'node_modules');
  if (!fs.existsSync(from)) return;
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from)) {
    const original = path.join(from, name);
    const copy = path.join(to, name);
    if (fs.statSync(original).isFile()) fs.copyFileSync(original, copy);
    else if (name !== '@wasl') fs.symlinkSync(original, copy);
    else {
      fs.mkdirSync(copy);
      for (const own of fs.readdirSync(original)) {
        const target = path.relative(
          fs.realpathSync(repositoryRoot),
          fs.realpathSync(path.join(original, own)),
        );
        fs.symlinkSync(path.join(root, target), path.join(copy, own));
      }
    }
  }
}

/**
 * Copies the files of the Dockerfile's `COPY . .` into a folder with a difficult name. Nothing is built. The installed
 * packages and the pinned pnpm are linked from this checkout, so no registry or installation is needed.
 */
export function copyCheckout(): CheckoutCopy {
  const parent = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'wasl-copy-'));
  const root = path.join(parent, HARD_NAME);
  const home = path.join(parent, 'home');
  fs.mkdirSync(home);
  const isIgnored = ignored();
  fs.cpSync(repositoryRoot, root, {
    recursive: true,
    filter: (file) => !isIgnored(path.relative(repositoryRoot, file)),
  });
  const packages = ['apps', 'packages'].flatMap((folder) =>
    fs.readdirSync(path.join(root, folder)).map((name) => path.join(folder, name)),
  );
  for (const folder of ['.', 'prisma', ...packages]) linkPackages(root, folder);
  fs.mkdirSync(path.join(root, '.cache'));
  for (const name of fs.readdirSync(path.join(repositoryRoot, '.cache'))) {
    if (!name.startsWith('pnpm-')) continue;
    fs.symlinkSync(path.join(repositoryRoot, '.cache', name), path.join(root, '.cache', name));
  }
  return {
    root,
    home,
    remove: () => fs.rmSync(parent, { recursive: true, force: true }),
  };
}
