import pg from 'pg';
import { parse } from 'pg-connection-string';

import { log } from './log.mjs';

/**
 * The connection settings of an address, one by one. Never as `connectionString`: in pg that wins
 * over `database`, and the shadow database would then be the real one.
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

/** The PostgreSQL schema of an address (`?schema=`); `public` when it names none. */
export function schemaName(url) {
  return new URL(url).searchParams.get('schema') ?? 'public';
}

export function databaseName(url) {
  return connectionSettings(url).database;
}

/** Runs one statement on a connection of its own. */
export async function runStatement(settings, sql) {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The commands about whole databases; Prisma's engine leaves them to its command line. */
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
