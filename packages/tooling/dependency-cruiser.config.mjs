// Import rules (docs/architecture.md). src/check/import-rules.test.ts proves that each rule works.

const TESTS = '(\\.test\\.tsx?$|/testing/)';
/** The database client: the own package or Prisma, from any location. */
const DATABASE = '(^prisma/|@wasl/db|@prisma/|/node_modules/pg/|^pg$)';
const ANY_PACKAGE_BUT_ZOD = '^(?!.*(node_modules/zod/|^zod(/|$)))';

export default {
  forbidden: [
    {
      name: 'premium-is-pure',
      comment: 'The calculation imports nothing but itself, and zod for the shape of its rules.',
      severity: 'error',
      from: { path: '^packages/premium/src/', pathNot: TESTS },
      to: { path: ANY_PACKAGE_BUT_ZOD, pathNot: '^packages/premium/src/' },
    },
    {
      name: 'contracts-only-zod',
      comment: 'The wire format is read by both sides and depends on neither.',
      severity: 'error',
      from: {
        path: '^packages/contracts/src/',
        pathNot: TESTS,
      },
      to: { path: ANY_PACKAGE_BUT_ZOD, pathNot: '^packages/contracts/src/' },
    },
    {
      name: 'contracts-http-below-areas',
      comment: 'Endpoints and errors of the wire are described without knowing any area.',
      severity: 'error',
      from: { path: '^packages/contracts/src/http/', pathNot: TESTS },
      to: { path: '^packages/contracts/src/(?!(http|wire|words)/|permissions\\.ts$)' },
    },
    {
      name: 'samples-only-in-tests',
      comment: 'What runs for people knows no sample, factory or stand-in of the tests.',
      severity: 'error',
      from: { path: '^(apps/(api|web)|packages/(contracts|premium))/src/', pathNot: TESTS },
      to: { path: '^(apps/[^/]+|packages/contracts)/src/testing/' },
    },
    {
      name: 'database-only-in-repositories',
      comment:
        'SQL and Prisma live in *.repository.ts, platform/database/db, the seed and test factories.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: `(\\.repository\\.ts$|/platform/database/db\\.ts$|/seed(/|\\.ts$)|${TESTS})`,
      },
      to: { path: DATABASE, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'database-types-stay-in-repositories',
      comment:
        'Rules are written over our own types; a transaction handle is named by platform/database/db.',
      severity: 'error',
      from: {
        path: '^apps/api/src/(modules|policies)/',
        pathNot: `(\\.repository\\.ts$|${TESTS})`,
      },
      to: { path: DATABASE },
    },
    {
      name: 'routes-never-reach-a-repository',
      comment: 'A route calls its service; rules cannot be walked around.',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '\\.repository\\.ts$' },
    },
    {
      name: 'modules-are-private',
      comment: 'A module is used through its index.ts only.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/' },
      to: {
        path: '^apps/api/src/modules/',
        pathNot: '^apps/api/src/modules/($1/|[^/]+/index\\.ts$)',
      },
    },
    {
      name: 'modules-are-private-from-outside',
      comment: 'The application puts modules together by their index.ts.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: `(^apps/api/src/modules/[^/]+/|${TESTS})` },
      to: {
        path: '^apps/api/src/modules/',
        pathNot: '^apps/api/src/modules/([^/]+/index|[^/]+)\\.ts$',
      },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'What carries the modules does not lean on them.',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: TESTS },
      to: { path: '^apps/api/src/(modules|policies|events|plugins)/' },
    },
    {
      name: 'core-never-imports-plugins',
      comment:
        'A plugin can be deleted: only the list of its floor names it, and the tests of others do without it. Its stories are in apps/e2e.',
      severity: 'error',
      from: { path: '^(apps/(?!e2e/)|packages/)', pathNot: '/src/plugins/' },
      to: { path: '/src/plugins/(?!index\\.tsx?$)' },
    },
    {
      name: 'plugins-apart',
      comment: 'Each plugin can be deleted by itself.',
      severity: 'error',
      from: { path: '/src/plugins/([^/]+)/' },
      to: { path: '/src/plugins/', pathNot: '/src/plugins/$1/' },
    },
    {
      name: 'events-below-modules',
      comment: 'Modules record events; what reports an event knows no module.',
      severity: 'error',
      from: { path: '^apps/api/src/events/', pathNot: TESTS },
      to: { path: '^apps/api/src/modules/' },
    },
    {
      name: 'rules-below-modules',
      comment: 'Rules that several modules share are pure: they know no module and no platform.',
      severity: 'error',
      from: { path: '^apps/api/src/rules/', pathNot: TESTS },
      to: { path: '^apps/api/src/(?!(rules|policies)/)' },
    },
    {
      name: 'no-loose-files',
      comment: 'Files of the platform and of lib stand in a folder that names their subject.',
      severity: 'error',
      from: {},
      to: { path: '^apps/(api/src/platform|web/src/lib)/[^/]+\\.tsx?$' },
    },
    {
      name: 'web-features-below-app',
      comment: 'The app puts features together; a feature does not know the app.',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'web-plugins-below-app',
      comment:
        'The app shows what plugins add; no other part of the client knows them, and they do not know the app.',
      severity: 'error',
      from: { path: '^apps/web/src/(features|domain|ui|lib|theme|landing|offline)/' },
      to: { path: '^apps/web/src/plugins/' },
    },
    {
      name: 'web-plugins-not-to-app',
      severity: 'error',
      from: { path: '^apps/web/src/plugins/' },
      to: { path: '^apps/web/src/app/' },
    },
    {
      name: 'web-administration-apart',
      comment:
        'The administrators’ pages have a build of their own; they share no screen with the portal.',
      severity: 'error',
      from: { path: '^apps/web/src/administration/' },
      to: { path: '^apps/web/src/(?!(administration|domain|ui|lib|theme|i18n)/)', pathNot: TESTS },
    },
    {
      name: 'web-administration-unknown',
      comment: 'No file of the portal names the administrators’ pages.',
      severity: 'error',
      from: { path: '^apps/web/src/(?!administration/)' },
      to: { path: '^apps/web/src/administration/' },
    },
    {
      name: 'web-features-apart',
      comment: 'Features share through domain, ui, lib and contracts, not with each other.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-shared-below-features',
      comment: 'Shared parts do not know the screens built from them.',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib|theme)/', pathNot: TESTS },
      to: { path: '^apps/web/src/(features|domain|app)/' },
    },
    {
      name: 'web-domain-below-features',
      comment: 'Pieces of an area that several features share know no screen.',
      severity: 'error',
      from: { path: '^apps/web/src/domain/', pathNot: TESTS },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-never-to-server',
      comment: 'The client knows the server by the contracts alone.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: `(^apps/(?!web/)|${DATABASE})` },
    },
    {
      name: 'api-never-to-web',
      severity: 'error',
      from: { path: '^apps/api/' },
      to: { path: '^apps/(?!api/)' },
    },
    {
      name: 'packages-below-apps',
      severity: 'error',
      from: { path: '^(packages|prisma)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one thing, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      severity: 'error',
      from: {},
      // A vite plugin provides `virtual:` modules.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated|\\.cache|\\.turbo)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
