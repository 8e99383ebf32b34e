import { randomUUID } from 'node:crypto';

import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';

import { runStatement } from './administration.mjs';

/** PostgreSQL's type numbers: the one-byte `"char"` of the catalogues, and text. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * @prisma/adapter-pg with additions for the schema engine: the catalogues' `"char"`, scripts as a whole, and a shadow database.
 */
export class SchemaEngineAdapter extends PrismaPg {
  #settings;
  #options;

  constructor(settings, options) {
    super(settings, options);
    this.#settings = settings;
    this.#options = options;
  }

  async connect() {
    return forSchemaEngine(await super.connect());
  }

  /** The adapter's own method uses `connectionString`, and so the real database. */
  async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await runStatement(this.#settings, `CREATE DATABASE "${name}"`);
    const shadow = new PrismaPg({ ...this.#settings, database: name }, this.#options);
    const connection = forSchemaEngine(await shadow.connect());
    const dispose = connection.dispose.bind(connection);
    connection.dispose = async () => {
      await dispose();
      await runStatement(this.#settings, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return connection;
  }
}

function forSchemaEngine(connection) {
  readCatalogueChar(connection);
  sendScriptsWhole(connection);
  if (connection.startTransaction) {
    const begin = connection.startTransaction.bind(connection);
    connection.startTransaction = async (isolation) => forSchemaEngine(await begin(isolation));
  }
  return connection;
}

/** The adapter refuses `"char"`, so this reads it as text and returns a character. */
function readCatalogueChar(connection) {
  const charColumns = new WeakMap();
  const performIO = connection.performIO.bind(connection);
  connection.performIO = async (query) => {
    const answer = await performIO(query);
    const isChar = answer.fields?.map((field) => field.dataTypeID === CHAR_OID) ?? [];
    isChar.forEach((found, index) => {
      if (found) answer.fields[index].dataTypeID = TEXT_OID;
    });
    charColumns.set(query, isChar);
    return answer;
  };
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (query) => {
    const answer = await queryRaw(query);
    charColumns.get(query)?.forEach((found, index) => {
      if (found) answer.columnTypes[index] = ColumnTypeEnum.Character;
    });
    return answer;
  };
}

/** The adapter splits a script at every semicolon, also inside $$ bodies and comments. PostgreSQL accepts it whole. */
function sendScriptsWhole(connection) {
  connection.executeScript = async (script) => {
    try {
      await connection.client.query(script);
    } catch (error) {
      connection.onError(error);
    }
  };
}
