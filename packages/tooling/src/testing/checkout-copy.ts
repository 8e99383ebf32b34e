import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { repositoryRoot } from '../paths.ts';

/** A folder name that a path written as part of an address, or unquoted in a shell, does not survive. */
const HARD_NAME = 'Wasl été 2026';

/** What .dockerignore leaves out: a name anywhere (`**\/dist`), or one path from the top. */
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

/** A second checkout beside this one. */
export interface CheckoutCopy {
  /** Its top folder; a space and an accent are in its path. */
  root: string;
  /** An empty folder for HOME and the like. */
  home: string;
  remove: () => void;
}

/**
 * The packages of one folder, entry by entry: our own (`@wasl/*`) are those of the copy, all others the installed ones.
 * The folder itself is the copy's, so that nothing it does can rewire this checkout.
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
 * Copies what `COPY . .` of the Dockerfile copies, into a folder whose name is hard on careless code. Nothing is built
 * in it. The installed packages and the pinned pnpm are those of this checkout, by links: what is proved is our own
 * code, and neither the registry nor the time of an installation is needed.
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
