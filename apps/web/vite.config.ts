import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';

import { clientWords } from './build/client-words.ts';
import { formShapes } from './build/form-shapes.ts';
import { keepBuilds } from './build/keep-builds.ts';
import { landingPages } from './build/landing-pages.ts';
import { replacePreload } from './build/replace-preload.ts';
import { offline } from './build/offline.ts';
import { oldBrowsers } from './build/old-browsers/index.ts';
import { oldestBrowsers } from './build/oldest-browsers.ts';
import { preloadStart } from './build/preload-start.ts';
import { smallBoot } from './build/small-boot.ts';
import { themeCss } from './build/theme-css.ts';
import { wordsFileNames } from './build/words-file-names.ts';
import { wireTable } from './build/wire-table.ts';
import { withoutThemeStyles } from './build/without-theme-styles.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** Serves landing.html at `/landing/fr`, as the server does with the built pages, and the gallery of components. */
function pagesOfDevelopment(): Plugin {
  return {
    name: 'wasl-pages-of-development',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/landing/')) request.url = '/landing.html';
        if (/^\/gallery(?:\?|$)/.test(request.url ?? ''))
          request.url = request.url?.replace('/gallery', '/gallery.html');
        next();
      });
    },
  };
}

// Stable class names in the built sheet and in the prerendered landing pages.
// Three characters, because a hash does not compress; it distinguishes files of one name.
const css = { modules: { generateScopedName: '[name]-[local]-[hash:base64:3]' } };

/**
 * Icons of the two lists and of the frame. An icon missing here pulls the chunk of the others into the first load,
 * whose size `apps/e2e/src/first-load.spec.ts` limits.
 */
const firstIcons =
  'AdjustmentsHorizontal AlertTriangle ArrowBackUp ArrowDown ArrowUp ArrowsExchange ArrowsSort Bell Calculator Calendar ChartBar Check ChevronDown ChevronLeft ChevronRight ChevronUp CircleCheck CircleDashed ClockPause CloudOff Dots ExclamationCircle Eye FileDownload FilePlus FileSpreadsheet FileText Files HandStop History InfoCircle Language Logout MapPin Menu2 Messages MoodEmpty Pencil Plus Progress ProgressCheck Receipt Refresh RouteAltLeft Search SearchOff Send Sparkles Trash Upload UserCheck UserCircle UserOff X'.split(
    ' ',
  );

export default defineConfig({
  css,
  plugins: [
    react(),
    replacePreload(),
    themeCss(),
    wireTable(),
    formShapes(),
    clientWords(),
    withoutThemeStyles(),
    pagesOfDevelopment(),
    landingPages({ css }),
    preloadStart(),
    smallBoot(),
    offline(),
    oldBrowsers(),
    // Compressed once at the maximum level: the server sends the .br files as they are.
    compression({
      algorithms: ['brotliCompress'],
      include: /assets\/.*\.(?:js|css|svg)$/,
      threshold: 512,
    }),
    keepBuilds(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: api },
      '/config.json': { target: api },
      '/dev/mail': { target: api },
      '/wasl': { target: api },
      '/partage': { target: api },
      '^/d/': { target: api },
      '/emails': { target: api },
      // The built pages of administrators.
      '^/admin(?:/|$)': { target: api },
    },
  },
  build: {
    target: oldestBrowsers,
    sourcemap: 'hidden',
    // Data URLs would need a looser content security policy and cannot be cached separately.
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    rolldownOptions: {
      input: {
        index: here('index.html'),
        landing: here('landing.html'),
        offline: here('offline.html'),
      },
      output: {
        // Seven characters instead of eight: the first load carries the names of all files, and a hash is the
        // part of a name that does not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: wordsFileNames('assets/[name]-[hash:7].js'),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Before the libraries: a group takes the imports of its files, and this one must not wait for libraries.
            {
              name: 'entry',
              test: /(?:src\/(?:lib\/\w+\/(?:load-chunks|wait-before-retry|new-version|tolerate-translation|session|device-store|config|language|landing-params|seen-list|http|running-work|user-activity)|domain\/(?:journeys\/pending-journey|accounts\/offered-session)|theme\/base)\.ts|src\/theme\/frame\.module\.css|contracts\/src\/words\/load\.ts|rolldown.runtime|vite\/(?:preload-helper|modulepreload-polyfill))/,
            },
            // The logo is in the React chunk: a file of its own would be smaller than its headers.
            {
              name: 'react',
              test: /(?:node_modules\/(?:react|react-dom|scheduler)\/|src\/(?:ui\/logo|lib\/http\/use-(?:code-prefetch|new-version))\.tsx?)/,
            },
            // Runs while the libraries load and prefetches the page's data, so it must not contain React.
            {
              name: 'early',
              test: /(?:virtual:wasl\/wire|src\/(?:i18n\/catalogues|app\/(?:routes|prefetch-route|guards|extract-commands)|lib\/\w+\/(?:api-client|prefetch|address-state)|domain\/(?:accounts\/current-user-call|requests\/request-filter)|features\/(?:[\w-]+\/routes|requests\/rules\/list-(?:state|calls)|processing\/rules\/worklist-(?:state|calls)))\.ts|contracts\/src\/notices\/places\.ts)/,
            },
            {
              name: 'base',
              test: new RegExp(
                `node_modules/(?:react-router|react-router-dom|i18next|react-i18next|swr(?!/dist/infinite)|use-sync-external-store)/|@tabler/icons-react/dist/esm/(?!icons/|tabler-icons)|@tabler/icons-react/dist/esm/icons/Icon(?:${firstIcons.join('|')})\\.mjs`,
              ),
            },
            // Grouped, because many small files cost more: each has its own headers and its own compression.
            {
              name: 'shell',
              test: /(?:wasl\/mantine-variables|src\/theme\/mantine|@mantine\/core\/styles\/(?:baseline|global|UnstyledButton|VisuallyHidden|Loader|Input|ActionIcon|Button|Stack|Group|Skeleton)\.css|@mantine\/core\/esm\/(?:core|components\/(?:Button|ActionIcon|UnstyledButton|VisuallyHidden|Loader|Transition|Stack|Group))\/|src\/ui\/layout\/|src\/(?:app\/layout\/layout|features\/notices\/components\/notices)\.module\.css|src\/ui\/(?:notices|page-header)\.module\.css|src\/(?:app\/account\/account-places|lib\/\w+\/(?:use-endpoint|hydrate-cache|polling-interval|clock|first-paint|draft-store|prefetch-page|use-seen-list|formats|refresh|uploads|history-layers)|domain\/(?:accounts\/current-user|notices\/use-unread)|ui\/(?:states|menu|skip-link|notify|slots|position-under|unread-badge|ltr-text|banner|form\/direction)|ui\/page-title|i18n\/(?:use-language|error-text))\.tsx?|contracts\/src\/wire\/(?:characters|dates)\.ts)/,
            },
            {
              name: 'fields',
              test: /@mantine\/core\/esm\/components\/(?:Input|InputBase|TextInput|CloseButton|NativeSelect|Combobox\/ComboboxChevron)\/|src\/lib\/routing\/use-address-draft\.ts/,
            },
            {
              name: 'form',
              test: /(?:node_modules\/(?:react-hook-form|@hookform\/resolvers\/dist)\/|@mantine\/core\/(?:esm\/components|styles)\/(?:Checkbox|Radio|InlineInput|Textarea|InputBase)[./]|src\/ui\/(?:stepper|form\/(?:form|choice|text|number|draft|field-error|lazy-select|typed-number|server-faults)[\w.-]*)\.(?:tsx?|css)|src\/lib\/\w+\/(?:step-history|draft)\.ts|src\/domain\/reference\/reference-choices\.ts)/,
            },
            // First part of both simulators; the result is loaded later.
            {
              name: 'simulator',
              test: /(?:src\/features\/simulations\/(?:components\/(?:simulator|loaded-simulator|public-frame|amount|labels|eligibility)|forms\/(?:project-fields|faults|answers|carried-values|use-initial-simulation|use-simulation|shown-result|general-values)|api\/use-rule-set)\.tsx?|src\/domain\/simulations\/pending-simulation\.ts|packages\/premium\/src\/general\/(?:form|live|eligibility)\.ts)/,
            },
            {
              name: 'list',
              test: /src\/(?:ui\/(?:data-table|data-table-foot|data-cards|status-tag|use-dialog|use-paged-list)|domain\/requests\/date-stated|lib\/routing\/url-state)\.tsx?|features\/requests\/components\/requests\.module\.css/,
            },
            // A beneficiary's list loads them at once, an agent's list on demand.
            {
              name: 'filters',
              test: /src\/(?:ui\/(?:filter-bar|phone-fold|form\/date-field)|domain\/requests\/request-filter-bar)\.tsx/,
            },
            // Shared with the pages of one request, in one chunk.
            {
              name: 'requests',
              test: /src\/(?:features\/requests\/components\/request-(?:state|operations|dialogs|card)\.tsx|domain\/requests\/(?:whose-move|use-move-text|short-name|task-card)\.)/,
            },
            // Shared by the list and the page of a step.
            {
              name: 'steps',
              test: /src\/features\/processing\/(?:components\/step\/(?:step-owner|step-more(?:-dialog)?|step-state|deadline|update-refusal|use-owner-change)\.tsx?|rules\/(?:chosen-rows|today-address)\.ts)|contracts\/src\/processing\/today-parts\.ts|src\/ui\/search-box\.tsx/,
            },
            // Files of their own would be smaller than their headers.
            {
              name: 'nordev-form',
              test: /(?:simulations\/forms\/nordev-(?:field|values)|premium\/src\/(?:nordev\/form|rules\/types))\.ts/,
            },
            // The forms whose rules are Zod's, and those of a person.
            {
              name: 'zod',
              test: /node_modules\/(?:zod|@hookform\/resolvers\/zod)\/|contracts\/src\/(?:wire\/(?:values|names|phone)|accounts\/(?:person|password|consent)|http\/area)\.ts/,
            },
            {
              name: 'form-more',
              test: /src\/ui\/form\/(?:rules|use-form-with-summary|shape-of|codec)\.tsx?/,
            },
            {
              name: 'person',
              test: /@mantine\/core\/(?:esm\/components|styles)\/PasswordInput[./]|contracts\/src\/accounts\/sign-up\.ts|src\/(?:ui\/form\/(?:bound-date|phone-field|suggestion-field|new-password-(?:rules|fields)|use-password-check|password-field)|lib\/format\/dialling-prefixes|domain\/accounts\/(?:use-person-field|phone-rule|place-fields|contact-fields)|features\/accounts\/(?:accounts\.module|forms\/(?:identity|sign-up)-rules|components\/(?:outcome|use-leave-for-login)))\.(?:tsx?|css)/,
            },
            // Icons of dialogs and rare pages, which the first page does not need.
            { name: 'icons', test: /node_modules\/@tabler\// },
          ],
        },
      },
    },
  },
});
