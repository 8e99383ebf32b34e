import { defineConfig } from 'prisma/config';

import config from './prisma/prisma.config.ts';

/** Prisma's commands at the top of the checkout: the configuration of `prisma/` with paths from here. */
export default defineConfig({
  ...config,
  schema: 'prisma/schema',
  migrations: { ...config.migrations, path: 'prisma/migrations' },
});
