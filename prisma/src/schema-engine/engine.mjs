import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as runtime from '@prisma/schema-engine-wasm/schema_engine_bg';

import { SchemaEngineAdapter } from './adapter.mjs';
import { connectionSettings, schemaName } from './administration.mjs';

const packageFolder = path.dirname(
  createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'),
);

/** Version of the engine, which must match the CLI's. */
export function engineVersion() {
  return JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version;
}

let engine;

/** Loads the engine for the database of `url` and the schema files, once. */
export function loadEngine({ url = 'postgresql://localhost/none', datamodels }) {
  engine ??= instantiate(url, datamodels);
  return engine;
}

async function instantiate(url, datamodels) {
  // The package's own entry is for bundlers that import .wasm files, which Node 20 does not support.
  const bytes = fs.readFileSync(path.join(packageFolder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': runtime });
  runtime.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();

  const adapter = new SchemaEngineAdapter(connectionSettings(url), { schema: schemaName(url) });
  const files = datamodels.map((file) => [file, fs.readFileSync(file, 'utf8')]);
  return await runtime.SchemaEngine.new(
    { datamodels: files.length > 0 ? files : undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}
