import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { CoreEndpoints, EndpointId } from '@wasl/contracts';

import { accountRows } from './account-rows.ts';
import { integrationRows } from './integration-rows.ts';
import { requestRows } from './request-rows.ts';
import type { Row } from './row.ts';

const coreRows: Readonly<Record<keyof CoreEndpoints, Row>> = {
  ...accountRows,
  ...integrationRows,
  ...requestRows,
};

type Rows = Readonly<Record<string, Row>>;

/** Rows in each plugin's `testing/access-rows.ts`, found by folder, because the core imports no plugin. */
async function rowsOfPlugins(): Promise<Rows> {
  const folder = path.resolve(import.meta.dirname, '../../plugins');
  const files = readdirSync(folder)
    .map((name) => path.join(folder, name, 'testing/access-rows.ts'))
    .filter((file) => existsSync(file));
  const found = await Promise.all(
    files.map(async (file) => (await import(file)) as { readonly accessRows: Rows }),
  );
  return Object.assign({}, ...found.map(({ accessRows: rows }) => rows)) as Rows;
}

/** One row for every call of the contract. */
export const accessRows = { ...coreRows, ...(await rowsOfPlugins()) } as Readonly<
  Record<EndpointId, Row>
>;
