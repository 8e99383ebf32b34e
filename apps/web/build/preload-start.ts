import type { Plugin } from 'vite';

const link = (attrs: { rel: string; href: string; as?: string }) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head' as const,
});

/**
 * Tells index.html of the files its first script will ask for, so that a slow line fetches them all at once instead
 * of one wave after the other. Works on the names of the chunks: the entry asks for `start`.
 */
export function preloadStart(): Plugin {
  return {
    name: 'wasl-preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (bundle === undefined || !path.endsWith('/index.html')) return [];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = chunks.find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith('/src/app/start.tsx'),
        );
        if (start === undefined) throw new Error('No chunk of src/app/start.tsx to preload');
        const files = new Set([start.fileName, ...start.imports]);
        const sheets = new Set(
          chunks
            .filter(({ fileName }) => files.has(fileName))
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
        );
        return [
          ...[...sheets].map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
          ...[...files].map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
        ].filter(({ attrs }) => !html.includes(attrs.href));
      },
    },
  };
}
