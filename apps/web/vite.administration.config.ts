import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { clientWords } from './build/client-words.ts';
import { oldBrowsers } from './build/old-browsers/index.ts';
import { oldestBrowsers } from './build/oldest-browsers.ts';
import { replacePreload } from './build/replace-preload.ts';
import { themeCss } from './build/theme-css.ts';
import { wireTable } from './build/wire-table.ts';
import { withoutThemeStyles } from './build/without-theme-styles.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Builds the administrators' pages apart from the portal: no file of the portal names them. The server sends this
 * folder to registered browsers only. Its name begins with a dot, so that no address of the portal reaches it.
 */
export default defineConfig({
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:3]' } },
  plugins: [
    react(),
    replacePreload(),
    themeCss(),
    wireTable(),
    clientWords(),
    withoutThemeStyles(),
    oldBrowsers({ isWhole: false }),
  ],
  build: {
    outDir: 'dist/.administration',
    emptyOutDir: true,
    copyPublicDir: false,
    target: oldestBrowsers,
    assetsInlineLimit: 0,
    // In kB. One file has the libraries; it loads once per release, on few devices.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: here('admin.html'),
      output: {
        entryFileNames: 'admin/assets/administration-[hash:7].js',
        chunkFileNames: 'admin/assets/[name]-[hash:7].js',
        assetFileNames: 'admin/assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One file of texts for each language.
            ...(['fr', 'en', 'ar', 'es'] as const).map((lang) => ({
              name: `words-${lang}`,
              test: new RegExp(
                `src/(?:i18n/${lang}/[\\w-]+\\.json|administration/words/${lang}\\.json|words/${lang}\\.ts)`,
              ),
            })),
            // Everything else but the pages, so that a new release removes few files that an open page may need.
            {
              name: 'administration',
              test: /(?:node_modules\/(?!.*(?:popover-polyfill|tus-js-client))|apps\/web\/src\/(?:ui|lib|theme|i18n)\/|contracts\/src\/)/,
            },
          ],
        },
      },
    },
  },
});
