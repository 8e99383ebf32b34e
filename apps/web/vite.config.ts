import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

import { landingPages } from './build/landing-pages.ts';
import { preloadStart } from './build/preload-start.ts';
import { themeCss } from './build/theme-css.ts';
import { wireTable } from './build/wire-table.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** In development `/landing/fr` is answered by landing.html, as the server does with the built pages. */
function landingInDevelopment(): Plugin {
  return {
    name: 'wasl-landing-in-development',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/landing/')) request.url = '/landing.html';
        next();
      });
    },
  };
}

// The same class names whether a style sheet is built or only asked for its names (landing pages).
const css = { modules: { generateScopedName: '[name]-[local]-[hash:base64:5]' } };

export default defineConfig({
  css,
  plugins: [
    react(),
    themeCss(),
    wireTable(),
    landingInDevelopment(),
    landingPages({ css }),
    preloadStart(),
    // Compressed once, as small as it gets: the server sends the .br files as they are.
    compression({
      algorithms: ['brotliCompress'],
      include: /assets\/.*\.(?:js|css|svg)$/,
      threshold: 512,
    }),
  ],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: api },
      '/config.json': { target: api },
      '/dev/mail': { target: api },
      '/wasl': { target: api },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: 'hidden',
    // Small files as data: addresses would need a looser policy and cannot be cached on their own.
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    rolldownOptions: {
      input: { index: here('index.html'), landing: here('landing.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            {
              name: 'entry',
              test: /(?:src\/(?:lib\/(?:session|device-store|config|language)|domain\/journeys\/pending-journey|theme\/base)\.ts|contracts\/src\/words\/load\.ts|rolldown:runtime|vite\/(?:preload-helper|modulepreload-polyfill))/,
            },
            // Runs while the libraries still travel, and asks for what the page will need: nothing of React in it.
            {
              name: 'early',
              test: /src\/(?:i18n\/catalogues|app\/(?:routes|fetch-early)|features\/[\w-]+\/routes)\.ts/,
            },
            { name: 'frame', test: /src\/(?:lib\/http\.ts|app\/layout\/logo\.tsx)/ },
            {
              name: 'base',
              test: /node_modules\/(?:react-router|react-router-dom|i18next|react-i18next|swr|use-sync-external-store|@tabler)\//,
            },
            // Many small files travel worse than few: each has its own headers and is compressed on its own.
            {
              name: 'shell',
              test: /(?:@mantine\/core\/esm\/(?:core|components\/(?:Button|ActionIcon|UnstyledButton|VisuallyHidden|Loader|Transition|Stack|Group))\/|src\/ui\/layout\/|src\/(?:lib\/(?:use-endpoint|clock|draft|formats|refresh|uploads)|domain\/(?:accounts\/current-user|notices\/use-unread)|ui\/(?:states|menu|notify|slots|place-under|unread-badge|ltr-text|banner)|app\/page-title|i18n\/(?:use-language|error-text))\.tsx?|contracts\/src\/wire\/(?:characters|dates)\.ts)/,
            },
            {
              name: 'fields',
              test: /@mantine\/core\/esm\/components\/(?:Input|InputBase|CloseButton|NativeSelect|Combobox\/ComboboxChevron)\/|src\/ui\/form\/date-field\.tsx/,
            },
            {
              name: 'list',
              test: /src\/(?:ui\/(?:data-table|data-table-foot|status-tag)|domain\/requests\/request-filter-bar)\.tsx/,
            },
          ],
        },
      },
    },
  },
});
