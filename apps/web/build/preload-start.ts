import type { Plugin } from 'vite';

const link = (
  attrs: { rel: string; href: string; as?: string },
  injectTo: 'head' | 'head-prepend' = 'head',
) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo });

/**
 * Adds preloads of the files of the first script to index.html, so that a slow connection fetches them in one wave. It
 * depends on chunk names: the entry imports `start`. Browsers fetch six files at once in the order of the page. The
 * entry's own files come first, because they request the page's data.
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
        const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
        const first = entry?.imports ?? [];
        const preloaded = /^ *<link rel="modulepreload"[^>]* href="\/([^"]+)">\n/gm;
        const page = html.replace(preloaded, (written, file: string) =>
          first.includes(file) ? '' : written,
        );
        const files = new Set([start.fileName, ...start.imports]);
        const sheets = new Set(
          chunks
            .filter(({ fileName }) => files.has(fileName))
            .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
        );
        const later = [
          ...[...sheets].map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
          ...[...files].map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
        ].filter(({ attrs }) => !html.includes(attrs.href));
        const asked = first.map((file) =>
          link({ rel: 'modulepreload', href: `/${file}` }, 'head-prepend'),
        );
        return { html: page, tags: [...asked, ...later] };
      },
    },
  };
}
