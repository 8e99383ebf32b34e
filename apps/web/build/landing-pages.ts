import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type CSSOptions, type Plugin } from 'vite';

import type { LandingPage } from '../src/landing/prerender.tsx';

const source = fileURLToPath(new URL('../src/landing/prerender.tsx', import.meta.url));

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Inserts one language's page into the built frame. */
export function fillFrame(frame: string, page: LandingPage, wordsFile: string | undefined): string {
  const preload =
    wordsFile === undefined
      ? ''
      : `\n    <link rel="modulepreload" crossorigin href="/${wordsFile}" />`;
  return frame
    .replace(/<html[^>]*>/, `<html lang="${page.lang}" dir="${page.direction}">`)
    .replace(/<title>.*<\/title>/, () => `<title>${escaped(page.title)}</title>${preload}`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.html}</div>`);
}

/** Bundles the page for the server side, runs it, and removes the bundle. */
async function renderPages(dir: string, css: CSSOptions): Promise<LandingPage[]> {
  const outDir = path.join(dir, '.prerender');
  await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    css,
    ssr: { noExternal: true },
    build: {
      ssr: source,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'prerender.mjs' } },
    },
  });
  try {
    const file = pathToFileURL(path.join(outDir, 'prerender.mjs')).href;
    // A unique address, because a second build in this process must not import the cached first module.
    const module = (await import(`${file}?at=${String(Date.now())}`)) as {
      renderLandingPages: () => Promise<LandingPage[]>;
    };
    return await module.renderLandingPages();
  } finally {
    await fs.rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Writes `landing/<lang>.html`: the prerendered page of each language, which the script then hydrates. On a slow
 * connection its text and links work before the script arrives.
 */
export function landingPages(options: { css: CSSOptions }): Plugin {
  return {
    name: 'wasl-landing-pages',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const frame = bundle['landing.html'];
      if (dir === undefined || frame?.type !== 'asset') return;
      const pages = await renderPages(dir, options.css);
      await fs.mkdir(path.join(dir, 'landing'), { recursive: true });
      for (const page of pages) {
        const words = Object.values(bundle).find(
          (file) =>
            file.type === 'chunk' &&
            file.facadeModuleId?.endsWith(`/i18n/${page.lang}/landing.json`) === true,
        );
        await fs.writeFile(
          path.join(dir, 'landing', `${page.lang}.html`),
          fillFrame(String(frame.source), page, words?.fileName),
        );
      }
    },
  };
}
