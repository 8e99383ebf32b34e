// @module-tag slow
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { openApiDocument } from '@wasl/contracts/openapi';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testPassword, useTestApp } from './testing/index.ts';

// A client author's steps: generate, compile, sign in, read.
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export type Row = components['schemas']['RequestView'];

export async function readRequests(baseUrl: string, email: string, password: string) {
  const client = createClient<paths>({ baseUrl });
  const signedIn = await client.POST('/utilisateurs/signIn', { body: { email, password } });
  if (signedIn.data === undefined) throw new Error(signedIn.error.code);
  const token: string = signedIn.data.token;
  const { data, error, response } = await client.POST('/requests/filter', {
    params: { query: { size: 15 } },
    body: [{ key: 'numRequest', operation: 'CONTAINS', value: '1999' }],
    headers: { authorization: \`Bearer \${token}\` },
  });
  if (data === undefined) throw new Error(error.message);
  const rows: Row[] = data;
  return { numbers: rows.map((row) => row.numRequest), total: response.headers.get('x-total-count') };
}
`;

let folder: string;
const app = useTestApp();
beforeAll(async () => {
  // Within the package, so that imports resolve.
  const cache = path.join(import.meta.dirname, '../.cache');
  await fs.mkdir(cache, { recursive: true });
  folder = await fs.mkdtemp(path.join(cache, 'client-'));
  const schema = await openapiTS(openApiDocument() as unknown as OpenAPI3);
  await fs.writeFile(path.join(folder, 'schema.ts'), astToString(schema));
  await fs.writeFile(path.join(folder, 'program.ts'), program);
  const example = path.join(import.meta.dirname, '../../../docs/examples/read-worklist.ts');
  await fs.copyFile(example, path.join(folder, 'read-worklist.ts'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

function faultsOf(file: string): string[] {
  const compiled = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('a client generated from the OpenAPI document', () => {
  it('compiles, and fails to compile when the program reads an unknown member', async () => {
    expect(faultsOf(path.join(folder, 'program.ts'))).toEqual([]);
    const wrong = path.join(folder, 'wrong.ts');
    await fs.writeFile(wrong, program.replace('row.numRequest', 'row.number'));
    expect(faultsOf(wrong).join('\n')).toContain("Property 'number' does not exist");
  });

  it('signs in and reads requests', async () => {
    const beneficiary = await app.make.aBeneficiary();
    const { numRequest } = await app.make.aRequest({ beneficiaryId: beneficiary.id });
    const module = (await import(pathToFileURL(path.join(folder, 'program.ts')).href)) as {
      readRequests: (...args: string[]) => Promise<{ numbers: string[]; total: string | null }>;
    };
    const read = await module.readRequests(`${app.baseUrl}/api`, beneficiary.email, testPassword);
    expect(read).toEqual({ numbers: [numRequest], total: '1' });
  });

  it('reads the worklist with a key of the organisation, as docs/integrations.md shows', async () => {
    const file = path.join(folder, 'read-worklist.ts');
    expect(faultsOf(file)).toEqual([]);
    const { partnerId, requestId } = await app.make.aStep({ status: 'ASSIGNED' });
    const { secret } = await app.make.aKey({ partnerId, scopes: ['requests:read'] });
    const module = (await import(pathToFileURL(file).href)) as {
      readOpenSteps: (...args: string[]) => Promise<{ id: number }[]>;
    };
    const rows = await module.readOpenSteps(app.baseUrl, secret);
    expect(rows.map(({ id }) => id)).toEqual([requestId]);
    const other = await app.make.aKey({ partnerId, scopes: ['statistics:read'] });
    await expect(module.readOpenSteps(app.baseUrl, other.secret)).rejects.toThrow('FORBIDDEN');
  });
});
