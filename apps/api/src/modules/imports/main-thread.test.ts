// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { addPeopleLists, peopleTitles } from '../../testing/people-files.ts';
import { makeXlsx } from '../../testing/spreadsheets.ts';

/** Limit of one event loop iteration, as a share of the processor time of an upload. */
const largestShare = 0.25;

/** The largest share of the work's processor time in one event loop iteration. */
async function longestTick(work: () => Promise<void>): Promise<number> {
  const used = (): number => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  const start = used();
  let before = start;
  let longest = 0;
  let isOver = false;
  const tick = (): void => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  isOver = true;
  return longest / (used() - start);
}

describe('a small file with very many short invalid lines', () => {
  let client: TestClient;
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const partner = await app.make.aPartner();
    client = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    await addPeopleLists(app.make);
  });

  const csv = Buffer.from(`email_beneficiaire;besoin;services\n${'x\n'.repeat(30_000)}`);
  const xlsx = makeXlsx([[...peopleTitles], ...Array.from({ length: 3000 }, () => ['x'])]);
  const manyTitles = Buffer.from(`${'x;'.repeat(60_000)}\n`);

  it.each([
    ['a check of requests', '/requests/uploadCanevasDemandes?dryRun=true', csv, 400],
    ['an import of requests', '/requests/uploadCanevasDemandes', csv, 400],
    ['the faults of requests', '/requests/uploadCanevasDemandes/faults', csv, 200],
    ['a check of people', '/beneficiary/uploadCanevasBeneficiaires?dryRun=true', xlsx, 400],
    ['the faults of people', '/beneficiary/uploadCanevasBeneficiaires/faults', xlsx, 200],
  ])('does not block the main thread for other calls: %s', async (_, path, file, status) => {
    const name = file === csv ? 'demandes.csv' : 'personnes.xlsx';
    const upload = async (): Promise<void> => {
      await client.post(path).attach('file', file, name).expect(status);
    };
    // A garbage collection may fall into an iteration, so the smallest of three runs counts.
    const shares: number[] = [];
    while (shares.length < 3 && !shares.some((share) => share < largestShare))
      shares.push(await longestTick(upload));
    expect(Math.min(...shares)).toBeLessThan(largestShare);
  });

  it('counts the faults beyond the listed faults', async () => {
    const { body } = await client
      .post('/requests/uploadCanevasDemandes?dryRun=true')
      .attach('file', csv, 'demandes.csv')
      .expect(400);
    const { errors, details } = body as {
      errors: { line: number; errors: string[] }[];
      details: { faults: number };
    };
    expect(details.faults).toBe(60_000);
    expect(errors.flatMap((line) => line.errors)).toHaveLength(1001);
    expect(errors.flatMap((line) => line.errors)).not.toContain('');
  });

  it('is refused with very many titles', async () => {
    await client
      .post('/requests/uploadCanevasDemandes?dryRun=true')
      .attach('file', manyTitles, 'demandes.csv')
      .expect(400);
  });
});
