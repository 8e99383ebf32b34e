import pg from 'pg';
import { parse } from 'pg-connection-string';

import { log } from './log.mjs';

/**
 * Connection settings of an address, one by one. Never as `connectionString`: in pg it overrides `database`, and the
 * shadow database would then be the real one.
 */
export function connectionSettings(url) {
  const { host, port, user, password, database, ssl } = parse(url);
  return {
    host: host || 'localhost',
    port: Number(port ?? 5432),
    user,
    password,
    database,
    ssl: ssl || undefined,
    max: 4,
  };
}

/** The PostgreSQL schema of an address (`?schema=`); default `public`. */
export function schemaName(url) {
  return new URL(url).searchParams.get('schema') ?? 'public';
}

export function databaseName(url) {
  return connectionSettings(url).database;
}

export async function runStatement(settings, sql) {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Commands on whole databases, which Prisma's engine leaves to its command line. */
export async function runAdminCommand(command, url) {
  const settings = connectionSettings(url);
  const name = pg.escapeIdentifier(settings.database);
  const onServer = { ...settings, database: 'postgres' };
  switch (command) {
    case 'can-connect-to-database':
      return await runStatement(settings, 'SELECT 1');
    case 'create-database':
      return await runStatement(onServer, `CREATE DATABASE ${name}`);
    case 'drop-database':
      await runStatement(onServer, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return log('INFO', 'The database was successfully dropped');
    default:
      throw new Error(`unknown command ${command}`);
  }
}
