import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
});

interface Computed {
  readonly place: string;
  readonly expression: string;
}

// A restore, REINDEX and ANALYZE have no search path, so a function that calls another one must name its schema.
it('a restore can compute indexes, generated columns and checks without a search path', async () => {
  const beneficiary = await app.make.aBeneficiary();
  await app.make.aRequest({ beneficiaryId: beneficiary.id, description: 'Vendre du fromage' });
  await app.db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('search_path', '', true)`;
    const found = await tx.$queryRaw<Computed[]>`
      SELECT i.indrelid::regclass::text AS place, pg_get_expr(i.indexprs, i.indrelid) AS expression
      FROM pg_catalog.pg_index i WHERE i.indexprs IS NOT NULL AND i.indrelid::regclass::text LIKE 'public.%'
      UNION ALL
      SELECT d.adrelid::regclass::text, pg_get_expr(d.adbin, d.adrelid)
      FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attgenerated <> ''
      UNION ALL
      SELECT c.conrelid::regclass::text, pg_get_expr(c.conbin, c.conrelid)
      FROM pg_catalog.pg_constraint c WHERE c.contype = 'c' AND c.conrelid <> 0`;
    expect(found.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['public.requests', 'public.users']),
    );
    for (const { place, expression } of found)
      await tx.$executeRawUnsafe(`SELECT ${expression} FROM ${place}`);
  });
  await app.db.$executeRawUnsafe('REINDEX SCHEMA public');
});
