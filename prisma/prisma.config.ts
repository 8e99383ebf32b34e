import { fileURLToPath } from 'node:url';

import { defineConfig } from 'prisma/config';

// The CLI's native engine is fetched from a host that closed networks do not reach; see src/schema-engine/README.md.
if (process.platform !== 'win32') {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
    new URL('./src/schema-engine/schema-engine.mjs', import.meta.url),
  );
}

export default defineConfig({
  schema: 'schema',
  migrations: {
    path: 'migrations',
    // Builds the API and fills the database as `npm run admin -- seed` does. Prisma takes the command apart at spaces.
    seed: `node ${fileURLToPath(new URL('../packages/tooling/bin/wasl.mjs', import.meta.url)).replaceAll(' ', '\\ ')} admin seed`,
  },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/none' },
});
