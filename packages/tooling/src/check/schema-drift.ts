import { databaseUrl, ensureDatabase, startTemporaryDatabase } from '../local-database/index.ts';
import { runPrisma } from '../migrate.ts';

/**
 * Differences between the migrations and the schema; empty when they agree. Prisma applies the migrations to a shadow
 * database and compares it with the schema.
 * @param schemaFolder folder of the schema's files, relative to prisma/ or absolute
 */
export async function schemaDrift(schemaFolder = 'schema'): Promise<string> {
  const server = await startTemporaryDatabase();
  try {
    await ensureDatabase(server.adminUrl, 'wasl_drift');
    const { code, output } = await runPrisma(
      [
        'migrate',
        'diff',
        '--from-migrations',
        'migrations',
        '--to-schema',
        schemaFolder,
        '--exit-code',
      ],
      databaseUrl(server.adminUrl, 'wasl_drift'),
    );
    return code === 0 ? '' : output.trim() || `prisma migrate diff ended with ${String(code)}`;
  } finally {
    await server.stop();
  }
}
