// @module-tag slow
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { csvBlockBytes } from '../../platform/spreadsheets/csv-reader.ts';
import { type TestClient, useTestApp } from '../../testing/index.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const path = '/requests/uploadCanevasDemandes';

/** The tables that the statements insert into, in order. A statement may insert into several. */
const writtenTables = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(/INSERT INTO "?(?:public"?\.)?"?(\w+)/gi)].flatMap(
      ([, table]) => table ?? [],
    ),
  );

describe('the statements of an import', () => {
  let client: TestClient;
  let email: string;
  let codes: string;

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const services = [await app.make.aService(), await app.make.aService()];
    const partner = await app.make.aPartner({ serviceItems: services });
    client = await app.as(await app.make.anAgent({ partnerId: partner.id }));
    ({ email } = await app.make.aBeneficiary({ openedBy: partner.id }));
    codes = services.map(({ code }) => code).join('|');
  });

  /** The number of inserts into each table during the import. */
  const writesOf = async (text: string): Promise<Record<string, number>> => {
    const texts = watchStatements();
    await client
      .post(path)
      .attach('file', Buffer.from(text), { filename: 'demandes.csv', contentType: 'text/csv' })
      .expect(200);
    vi.restoreAllMocks();
    const tables = writtenTables(texts);
    const written = ['requests', 'request_services', 'processing_steps', 'history_events'];
    return Object.fromEntries(
      written.map((table) => [table, tables.filter((one) => one === table).length]),
    );
  };
  const of = (count: number): Record<string, number> => ({
    requests: count,
    request_services: count,
    processing_steps: count,
    history_events: count,
  });

  it('are one for each table and block of the file, whatever the number of lines', async () => {
    const csv = (count: number): string => {
      const lines = Array.from(
        { length: count },
        (_, i) => `${email};besoin ${String(i)};${codes}\n`,
      );
      return `email_beneficiaire;besoin;services\n${lines.join('')}`;
    };
    expect(await writesOf(csv(1))).toEqual(of(1));
    const many = csv(2000);
    // One more, because the last line is complete only at the end of the file.
    expect(await writesOf(many)).toEqual(of(Math.ceil(many.length / csvBlockBytes) + 1));
  });

  it('can contain a block of the shortest lines', async () => {
    const service = await app.make.aService({ code: 'X' });
    const partner = await app.make.aPartner({ serviceItems: [service] });
    const agent = await app.make.anAgent({ partnerId: partner.id });
    const person = await app.make.aBeneficiary({ openedBy: partner.id, email: 'a@b.co' });
    const own = await app.as(agent);
    const text = `email_beneficiaire;besoin;services\n${`${person.email};;X\n`.repeat(3000)}`;
    await own
      .post(path)
      .attach('file', Buffer.from(text), { filename: 'demandes.csv', contentType: 'text/csv' })
      .expect(200);
    const where = { beneficiaryId: person.id };
    expect(await app.db.supportRequest.count({ where })).toBe(3000);
    expect(await app.db.processingStep.count({ where: { request: where } })).toBe(3000);
    expect(await app.db.historyEvent.count({ where: { request: where } })).toBe(9000);
  });
});
