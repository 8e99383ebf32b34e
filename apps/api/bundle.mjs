import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const source = new URL('./src/', import.meta.url);

/** Programs of threads, relative to src/, without those of tests, which run from their source. */
export const threadPrograms = () =>
  fs
    .readdirSync(source, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.worker.ts') && !name.startsWith('testing/'));

/**
 * Bundles programs into a new folder, each under its file name alone: `xlsx-read.worker.mjs`. Our own packages
 * (@wasl/*) are TypeScript sources and are bundled in; every other package is imported at run time.
 * @param {string[]} programs relative to src/
 * @param {string} folder relative to this one
 */
export async function bundle(programs, folder) {
  fs.rmSync(new URL(`./${folder}`, import.meta.url), { recursive: true, force: true });
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: Object.fromEntries(
      programs.map((name) => [
        name.replace(/^.*\//, '').replace(/\.ts$/, ''),
        fileURLToPath(new URL(name, source)),
      ]),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'installed-packages-stay-outside',
        setup(plugin) {
          plugin.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@wasl/')
              ? undefined
              : { path, external: true },
          );
        },
      },
    ],
  });
}
