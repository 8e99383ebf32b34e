// Bundles the API's programs into dist/. Our own packages (@wasl/*) are TypeScript sources and are
// bundled in; every other package stays where it is installed and is imported at run time.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const source = new URL('./src/', import.meta.url);
const workers = fs
  .readdirSync(source, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  // Those of tests run from their source.
  .filter((name) => name.endsWith('.worker.ts') && !name.startsWith('testing/'));
const programs = ['server.ts', 'worker.ts', 'seed.ts', 'admin.ts'].filter((name) =>
  fs.existsSync(new URL(name, source)),
);

/** Each program by its file name alone: dist/server.mjs, dist/xlsx.worker.mjs. */
const entryPoints = Object.fromEntries(
  [...programs, ...workers].map((name) => [
    name.replace(/^.*\//, '').replace(/\.ts$/, ''),
    fileURLToPath(new URL(name, source)),
  ]),
);

fs.rmSync(new URL('./dist', import.meta.url), { recursive: true, force: true });
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints,
  outdir: 'dist',
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
