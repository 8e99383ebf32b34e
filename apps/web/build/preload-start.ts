import type { Plugin } from 'vite';

/**
 * Tells index.html of the files its first script will ask for, so that a slow line fetches them all at once instead
 * of one wave after the other. Works on the names of the chunks: the entry asks for `start`.
 */
export function preloadStart(): Plugin {
  return {
    name: 'wasl-preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        if (bundle === undefined || !path.endsWith('/index.html')) return [];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = chunks.find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith('/src/app/start.tsx'),
        );
        if (start === undefined) throw new Error('No chunk of src/app/start.tsx to preload');
        return [start.fileName, ...start.imports].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
