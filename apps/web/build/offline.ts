import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

import { oldestBrowsers } from './oldest-browsers.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const languages = ['fr', 'en', 'ar', 'es'] as const;

interface AppWords {
  readonly app: { readonly name: string; readonly description: string };
}

export function manifestOf(lang: (typeof languages)[number], { app }: AppWords): object {
  const icon = (name: string, size: number, purpose: string) => ({
    src: `/icons/${name}-${String(size)}.png`,
    sizes: `${String(size)}x${String(size)}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: app.name,
    short_name: lang === 'ar' ? 'وصل' : 'Wasl',
    description: app.description,
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    start_url: '/requests',
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#083d44',
    icons: [192, 512].flatMap((size) => [
      icon('icon', size, 'any'),
      icon('maskable', size, 'maskable'),
    ]),
  };
}

/**
 * Wraps a PNG as `favicon.ico`, which robots and old browsers request at that fixed address.
 * @param size width and height in pixels
 */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // Type: icon.
  header.writeUInt16LE(1, 4); // One picture.
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // Colour planes.
  header.writeUInt16LE(32, 12); // Bits per pixel.
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Builds the service worker `sw.js` with its precache list. */
async function buildWorker(dir: string, entries: readonly object[]): Promise<void> {
  await build({
    configFile: false,
    root: here('..'),
    logLevel: 'error',
    define: {
      'self.__WB_MANIFEST': JSON.stringify(entries),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: dir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: oldestBrowsers,
      lib: {
        entry: here('../src/offline/worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  });
}

/**
 * Makes the portal installable and readable offline. It writes `app/<lang>.webmanifest`, `favicon.ico`, and `sw.js`,
 * which caches only `offline.html` with its files.
 */
export function offline(): Plugin {
  return {
    name: 'wasl-offline',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const page = bundle['offline.html'];
      if (dir === undefined || page?.type !== 'asset') return;
      await fs.mkdir(path.join(dir, 'app'), { recursive: true });
      for (const lang of languages) {
        const words = JSON.parse(
          await fs.readFile(here(`../src/i18n/${lang}/offline.json`), 'utf8'),
        ) as AppWords;
        await fs.writeFile(
          path.join(dir, `app/${lang}.webmanifest`),
          JSON.stringify(manifestOf(lang, words)),
        );
      }
      const icon = await fs.readFile(path.join(dir, 'icons/icon-192.png'));
      await fs.writeFile(path.join(dir, 'favicon.ico'), icoOf(icon, 192));
      const main = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/offline.html') === true,
      );
      if (main?.type !== 'chunk') throw new Error('No chunk of offline.html to keep');
      const files = new Set<string>();
      const take = (name: string) => {
        const file = bundle[name];
        if (file?.type !== 'chunk' || files.has(name)) return;
        files.add(name);
        for (const sheet of file.viteMetadata?.importedCss ?? []) files.add(sheet);
        file.imports.forEach(take);
      };
      take(main.fileName);
      // Catalogues of all languages.
      main.dynamicImports.forEach(take);
      const own = await Promise.all(
        ['offline.html', 'boot.js', 'favicon.svg'].map(async (name) => ({
          url: `/${name}`,
          revision: createHash('sha256')
            .update(await fs.readFile(path.join(dir, name)))
            .digest('hex')
            .slice(0, 16),
        })),
      );
      const hashed = [...files].sort().map((name) => ({ url: `/${name}`, revision: null }));
      await buildWorker(dir, [...own, ...hashed]);
    },
  };
}
