import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';

interface Answer {
  imported: number;
  requests?: { importId: number; filed: number; waiting: number; skipped: number };
  skippedLines?: { line: number; errors: string[] }[];
  preview?: {
    lines: number;
    alreadyFiled: number;
    remarks: { line: number; errors: string[] }[];
  };
}

describe('a line of requests that was already filed', () => {
  let client: TestClient;
  let partnerId: number;
  let known: { id: string; email: string };
  let unknownPerson: { id: string; email: string };
  let count = 0;
  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    const services = [
      await app.make.aService({ code: 'CONSEIL' }),
      await app.make.aService({ code: 'ETUDE' }),
    ];
    const partner = await app.make.aPartner({ serviceItems: services });
    partnerId = partner.id;
    client = await app.as(await app.make.anAgent({ partnerId }));
  });

  const newPeople = async (): Promise<void> => {
    known = await app.make.aBeneficiary({ openedBy: partnerId });
    unknownPerson = await app.make.aBeneficiary();
  };
  const send = async (lines: readonly string[], query = '', by = client): Promise<Answer> => {
    count += 1;
    const text = `email_beneficiaire;besoin;services;date\n${lines.join('\n')}\n# ${String(count)}\n`;
    const { body } = await by
      .post(`/requests/uploadCanevasDemandes${query}`)
      .attach('file', Buffer.from(text), 'demandes.csv')
      .expect(200);
    return body as Answer;
  };
  const requestsOf = ({ id }: { id: string }) =>
    app.db.supportRequest.count({ where: { beneficiaryId: id } });

  it('is reported by the check and skipped by the import, which lists the result of each line', async () => {
    await newPeople();
    const lines = [
      `${known.email};Un local;CONSEIL|ETUDE;2026-01-15`,
      `${unknownPerson.email};Un prêt;CONSEIL;`,
    ];
    const first = await send(lines);
    expect(first.requests).toMatchObject({ filed: 1, waiting: 1, skipped: 0 });
    expect(first).not.toHaveProperty('skippedLines');

    const more = [
      `${known.email};  un  LOCAL ;ETUDE|CONSEIL;15/01/2026`,
      `${unknownPerson.email};Un prêt;CONSEIL;`,
      `${known.email};Un local;CONSEIL|ETUDE;2026-01-16`,
      `${known.email};Un local;CONSEIL;2026-01-15`,
      `${known.email};Un local;CONSEIL|ETUDE;`,
    ];
    const { preview } = await send(more, '?dryRun=true');
    expect(preview).toMatchObject({ lines: 3, alreadyFiled: 2 });
    expect(preview?.remarks.map(({ line }) => line)).toEqual([2, 3]);
    expect(preview?.remarks[0]?.errors[0]).toMatch(/^Déjà déposée le \d\d\/\d\d\/\d{4}\.$/);

    const answer = await send(more);
    expect(answer).toMatchObject({
      imported: 3,
      requests: { filed: 3, waiting: 0, skipped: 2 },
    });
    expect(answer.skippedLines).toEqual(preview?.remarks);
    expect(await requestsOf(known)).toBe(4);
    expect(await requestsOf(unknownPerson)).toBe(1);

    // The criterion of the worklist finds what one import filed, and nothing of another organisation's import.
    const filedBy = async (importId: number | undefined, by = client) => {
      const { body } = await by
        .post('/journeyInstanceProcessingSteps/filter')
        .send([{ key: 'import', operation: 'EQUALS', value: importId }])
        .expect(200);
      return new Set((body as { results: { id: number }[] }).results.map(({ id }) => id)).size;
    };
    expect(await filedBy(first.requests?.importId)).toBe(1);
    expect(await filedBy(answer.requests?.importId)).toBe(3);
    const other = await app.as(await app.make.anAgent());
    expect(await filedBy(answer.requests?.importId, other)).toBe(0);
  });

  it('is filed again with `again`, except for a person with a pending agreement', async () => {
    await newPeople();
    const lines = [`${known.email};Un local;CONSEIL;`, `${unknownPerson.email};Un local;CONSEIL;`];
    await send(lines);
    expect((await send(lines, '?again=true')).requests).toMatchObject({
      filed: 1,
      waiting: 0,
      skipped: 1,
    });
    expect(await requestsOf(known)).toBe(2);
    expect(await requestsOf(unknownPerson)).toBe(1);
  });

  it('is filed when another organisation filed it before', async () => {
    await newPeople();
    const [service] = await app.db.referenceItem.findMany({ where: { code: 'CONSEIL' } });
    const other = await app.make.aPartner({ serviceItems: service ? [service] : [] });
    const agent = await app.as(await app.make.anAgent({ partnerId: other.id }));
    const lines = [`${unknownPerson.email};Un local;CONSEIL;`];
    await send(lines);
    expect((await send(lines, '', agent)).requests?.skipped).toBe(0);
  });

  it('is filed once by two different simultaneous files', async () => {
    await newPeople();
    const lines = [`${known.email};Un local;CONSEIL;`, `${known.email};Un prêt;CONSEIL;`];
    const answers = await Promise.all([send(lines), send(lines)]);
    const skipped = answers.map(({ requests }) => requests?.skipped ?? -1);
    expect(skipped.sort((one, other) => one - other)).toEqual([0, 2]);
    expect(await requestsOf(known)).toBe(2);
  });
});
