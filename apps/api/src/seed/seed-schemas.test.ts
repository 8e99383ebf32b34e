import fs from 'node:fs';
import path from 'node:path';

import { generalRuleSetSchema, nordevRuleSetSchema } from '@wasl/premium/schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { peopleFile, requestsFile } from './demo/demo-files.schema.ts';
import { findSeedFolder } from './index.ts';
import { journeyFile, listFile, organisationFile, placesFile } from './seed-files.schema.ts';

const folder = findSeedFolder(undefined);
/** Schema and example by name: the seed's schema, and the files that refer to it. */
const kinds = [
  ['list', listFile, 'lists'],
  ['places', placesFile, 'places'],
  ['organisation', organisationFile, 'organisations'],
  ['journey', journeyFile, 'journeys'],
  ['rules-general', generalRuleSetSchema, 'premium'],
  ['rules-nordev', nordevRuleSetSchema, 'premium'],
] as const;
const demoKinds = [
  ['demo-people', peopleFile],
  ['demo-requests', requestsFile],
] as const;

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The seed ignores `$schema` in its validation. */
function withSchemaMember(schema: JsonSchema): JsonSchema {
  if (schema.anyOf !== undefined)
    return { ...schema, anyOf: schema.anyOf.map((one) => withSchemaMember(one)) };
  if (schema.properties === undefined || '$schema' in schema.properties) return schema;
  return { ...schema, properties: { $schema: { type: 'string' }, ...schema.properties } };
}

/** Removes comments on separate lines and trailing commas. */
const withoutComments = (text: string) =>
  text.replaceAll(/^\s*\/\/.*$/gm, '').replaceAll(/,(?=\s*[\]}])/g, '');

describe('the editor schemas of the seed files', () => {
  const all = [...kinds.map(([name, schema]) => [name, schema] as const), ...demoKinds];
  it.each(all)(
    '%s: matches the validation of the seed (vitest -u updates it)',
    async (name, schema) => {
      const made = withSchemaMember(z.toJSONSchema(schema, { io: 'input' }));
      await expect(`${JSON.stringify(made, null, 2)}\n`).toMatchFileSnapshot(
        path.join(folder, 'schemas', `${name}.schema.json`),
      );
    },
  );

  it.each(kinds)('%s: has a valid commented example', (name, schema) => {
    const text = fs.readFileSync(path.join(folder, 'examples', `${name}.jsonc`), 'utf8');
    expect(text).toMatch(/^\s*\/\/ /m);
    const value = JSON.parse(withoutComments(text)) as object;
    expect(value).toHaveProperty('$schema', `../schemas/${name}.schema.json`);
    delete (value as { $schema?: string }).$schema;
    expect(schema.safeParse(value)).toMatchObject({ success: true });
  });

  it('are referenced by every file of the product', () => {
    for (const [name, , area] of kinds) {
      const here = path.join(folder, 'reference', area);
      for (const file of fs.readdirSync(here).filter((one) => one.endsWith('.json'))) {
        if (area === 'premium' && !name.endsWith(file.split('-')[0] ?? '')) continue;
        const text = fs.readFileSync(path.join(here, file), 'utf8');
        expect(text, file).toContain(`"$schema": "../../schemas/${name}.schema.json"`);
      }
    }
    for (const [name] of demoKinds) {
      const text = fs.readFileSync(path.join(folder, 'demo', `${name.slice(5)}.json`), 'utf8');
      expect(text, name).toContain(`"$schema": "../schemas/${name}.schema.json"`);
    }
  });
});
