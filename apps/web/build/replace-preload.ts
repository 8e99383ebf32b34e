import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const loadChunks = fileURLToPath(new URL('../src/lib/http/load-chunks.ts', import.meta.url));

/** Replaces Vite's wrapper around `import()` in the built client with `src/lib/http/load-chunks.ts`. */
export function replacePreload(): Plugin {
  return {
    name: 'wasl-replace-preload',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { preload as __vitePreload } from ${JSON.stringify(loadChunks)};`,
    },
  };
}
