import { fileURLToPath } from 'node:url';

import { defineConfig } from 'prisma/config';

// The CLI downloads its native engine from a host that closed networks block; see src/schema-engine/README.md.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
    new URL('./src/schema-engine/schema-engine.mjs', import.meta.url),
  );
}

// Without an address the CLI would only report that its default database is unreachable.
const [command = '', ...rest] = process.argv.slice(2);
const isHelp = rest.includes('--help') || rest.includes('-h');
if (['migrate', 'db', 'studio'].includes(command) && !isHelp && !process.env.DATABASE_URL) {
  console.error(
    'DATABASE_URL is not set. Set it to the database that is meant: export DATABASE_URL=postgresql://…\n' +
      'That of the embedded one is printed, and it answers, as long as this runs in another terminal: npm run admin -- db url',
  );
  process.exit(1);
}

export default defineConfig({
  schema: 'schema',
  migrations: {
    path: 'migrations',
    // Builds the API and seeds the database, as `npm run admin -- seed` does. Prisma splits the command at spaces.
    seed: `node ${fileURLToPath(new URL('../packages/tooling/bin/wasl.mjs', import.meta.url)).replaceAll(' ', '\\ ')} admin seed`,
  },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/none' },
});
