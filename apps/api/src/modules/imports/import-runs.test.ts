import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { type TestApp, type TestClient, useTestApp } from '../../testing/index.ts';

const call = '/requests/uploadCanevasDemandes';
const header = 'email_beneficiaire;besoin;services;parcours;date;url_video';

interface Run {
  run: string;
  status: string;
  linesTotal: number;
  linesRead: number;
  rows: number;
  rowsWritten: number;
}
interface HistoryRow {
  run: string;
  kind: string;
  fileName: string;
  agent: string | null;
  status: string;
  imported: number;
  faults: number;
  refusal: { code: string; message: string } | null;
}

describe('dry runs, progress and history of imports', () => {
  let agent: Awaited<ReturnType<TestApp['make']['anAgent']>>;
  let client: TestClient;
  let own: Awaited<ReturnType<TestApp['make']['aService']>>;
  let person: { id: string; email: string };
  let skewMs = 0;
  let count = 0;

  const app = useTestApp({
    env: { RATE_LIMIT_FACTOR: '1000' },
    clock: { now: () => new Date(Date.now() + skewMs) },
  });
  beforeAll(async () => {
    own = await app.make.aService({ code: 'CONSEIL' });
  });
  // A new organisation for every test, so that its history is empty.
  beforeEach(async () => {
    const partner = await app.make.aPartner({ serviceItems: [own] });
    agent = await app.make.anAgent({ partnerId: partner.id, nom: 'Tazi', prenom: 'Karim' });
    client = await app.as(agent);
    person = await app.make.aBeneficiary({ openedBy: partner.id });
    await app.db.outboxMail.deleteMany();
    skewMs = 0;
  });

  const csv = (...lines: string[]): string => {
    count += 1;
    return [header, ...lines, `# ${String(count)}`].join('\n');
  };
  const upload = (text: string | Buffer, query = '', by: TestClient = client) =>
    by.post(call + query).attach('file', Buffer.from(text as string), {
      filename: 'demandes.csv',
      contentType: 'text/csv',
    });
  const historyOf = async (by: TestClient, query = ''): Promise<HistoryRow[]> =>
    ((await by.get(`/imports${query}`).expect(200)).body as { results: HistoryRow[] }).results;
  const leftBehind = async (): Promise<string[]> =>
    await readdir(path.join(app.deps.settings.dataDir, 'uploads')).catch(() => []);

  it('previews an import without writing anything', async () => {
    const other = await app.make.aService();
    await app.make.aPartner({ serviceItems: [other] });
    const unoffered = await app.make.aService({ code: 'SANS_OFFRE' });
    const text = csv(
      `${person.email};a;CONSEIL;;;`,
      `${person.email};b;CONSEIL|${other.code};;;`,
      `${person.email};c;CONSEIL|SANS_OFFRE;;;`,
    );
    const before = await app.db.supportRequest.count();
    const { body } = await upload(text, '?dryRun=true').expect(200);
    expect(body).toEqual({
      imported: 0,
      messages: [],
      preview: {
        lines: 3,
        routing: { ours: 3, elsewhere: 1, unrouted: 1, waiting: 0 },
        invitations: 0,
        understood: [
          'Lignes lues\u00a0: 3.',
          'Personnes\u00a0: 1.',
          `Services\u00a0: ${own.libelleFr} (3), ${other.libelleFr} (1), ${unoffered.libelleFr} (1).`,
        ],
        alreadyImportedAt: null,
        alreadyFiled: 0,
        hidden: 0,
        remarks: [],
      },
    });
    expect(await app.db.supportRequest.count()).toBe(before);
    expect(
      await app.db.import.count({ where: { partnerId: agent.partnerId, kind: 'REQUESTS' } }),
    ).toBe(0);
    expect(await app.mails()).toEqual([]);
    expect(await historyOf(client)).toEqual([]);
    expect(await leftBehind()).toEqual([]);

    // The same file can be imported afterwards, and a later dry run shows the date.
    await upload(text).expect(200);
    const { body: later } = await upload(text, '?dryRun=true').expect(200);
    expect((later as { preview: { alreadyImportedAt: string } }).preview.alreadyImportedAt).toMatch(
      /^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/,
    );
  });

  it('reports the same faults in a dry run, and stores no record of it', async () => {
    const text = csv('nobody@example.org;x;CONSEIL;;;');
    const dry = await upload(text, '?dryRun=true').expect(400);
    const real = await upload(text).expect(400);
    expect({ ...(dry.body as object), requestId: '' }).toEqual({
      ...(real.body as object),
      requestId: '',
    });
    expect(await app.db.importRun.count({ where: { isDryRun: true } })).toBe(0);
    expect(await historyOf(client)).toHaveLength(1);
  });

  it('reports the progress of lines during the run, only to its agent', async () => {
    const run = randomUUID();
    const text = csv(...Array.from({ length: 700 }, () => `${person.email};x;CONSEIL;;;`));
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const progress = async (): Promise<Run> =>
      (await client.get(`/imports/runs/${run}`).expect(200)).body as Run;

    let answer: Promise<{ status: number }> | undefined;
    await app.db.$transaction(
      async (tx) => {
        // The import can read its lists, and waits before it writes its first line.
        await tx.$executeRaw`LOCK TABLE imports IN SHARE MODE`;
        answer = upload(text, `?run=${run}`).then(({ status }) => ({ status }));
        await vi.waitFor(
          async () => {
            expect(await progress()).toMatchObject({
              run,
              status: 'RUNNING',
              linesTotal: 702,
              linesRead: 702,
              rowsWritten: 0,
            });
          },
          { timeout: 120_000, interval: 100 },
        );
        await colleague.get(`/imports/runs/${run}`).expect(404);
      },
      { timeout: 120_000 },
    );
    expect((await answer)?.status).toBe(200);
    expect(await progress()).toMatchObject({ status: 'DONE', rows: 700, rowsWritten: 700 });
    await client.get(`/imports/runs/${randomUUID()}`).expect(404);
    await client.get('/imports/runs/1').expect(400);
    // An id identifies one run, so it cannot be used twice.
    await upload(text, `?again=true&run=${run}`).expect(400);
    await upload(text, '?again=true&run=me').expect(400);
  });

  it('lists every attempt of the organisation only, including refused attempts', async () => {
    const good = csv(`${person.email};x;CONSEIL;;;`, `${person.email};y;CONSEIL;;;`);
    await upload(good).expect(200);
    await upload(good).expect(409);
    await upload(csv('nobody@example.org;x;INCONNU;;;')).expect(400);
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    expect(await historyOf(colleague)).toMatchObject([
      {
        status: 'REFUSED',
        refusal: {
          code: 'IMPORT_INVALID',
          message: 'Le fichier contient des erreurs\u00a0: rien n’a été importé.',
        },
        faults: 2,
        imported: 0,
      },
      { status: 'REFUSED', refusal: { code: 'ALREADY_IMPORTED' }, faults: 0, imported: 0 },
      {
        status: 'DONE',
        refusal: null,
        imported: 2,
        kind: 'REQUESTS',
        fileName: 'demandes.csv',
        agent: 'Karim Tazi',
      },
    ]);
    const first = await client.get('/imports?size=1&page=2&sort=startedAt,desc').expect(200);
    expect(first.headers['x-total-count']).toBe('3');
    expect(first.body).toMatchObject({ results: [{ status: 'DONE' }], totalElements: 3 });
    expect((await historyOf(client, '?sort=imported,desc'))[0]).toMatchObject({ imported: 2 });
    expect(await historyOf(client, '?kind=BENEFICIARIES')).toEqual([]);
    await client.get('/imports?kind=OTHERS').expect(400);
    const otherAgent = await app.as(await app.make.anAgent());
    expect(await historyOf(otherAgent)).toEqual([]);
  });

  it('marks a run without a live process as interrupted', async () => {
    const id = randomUUID();
    const now = new Date();
    const row = { kind: 'REQUESTS', partnerId: agent.partnerId, agentId: agent.id } as const;
    await app.db.importRun.create({
      data: { ...row, id, originalName: 'x.csv', startedAt: now, aliveAt: now },
    });
    expect(await historyOf(client)).toMatchObject([{ status: 'RUNNING' }]);
    skewMs = 3 * 60_000;
    expect(await historyOf(client)).toMatchObject([{ status: 'INTERRUPTED', imported: 0 }]);
  });

  it('reports the one bad line among 50,000, and imports none of them', async () => {
    const lines = Array.from(
      { length: 50_000 },
      (_, n) => `${person.email};n ${String(n)};CONSEIL;;;`,
    );
    lines[41_234] = `${person.email};x;INCONNU;;;`;
    const before = await app.db.supportRequest.count();
    const { body } = await upload(csv(...lines)).expect(400);
    expect((body as { errors: unknown }).errors).toEqual([
      {
        line: 41_236,
        errors: [expect.stringMatching(/^services \(C41236\).*Le service INCONNU n’existe pas\./)],
      },
    ]);
    expect(await app.db.supportRequest.count()).toBe(before);
    expect(await leftBehind()).toEqual([]);
    expect(await historyOf(client)).toMatchObject([{ status: 'REFUSED', faults: 1 }]);
  });

  it('leaves no data of an upload whose connection was cut', async () => {
    const { hostname, port } = new URL(app.baseUrl);
    const boundary = 'cut';
    const sent = httpRequest({
      hostname,
      port,
      method: 'POST',
      path: `/api${call}`,
      headers: {
        authorization: `Bearer ${await app.tokenOf(agent)}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': '5000000',
      },
    });
    const failed = once(sent, 'error');
    const before = app.logLines.length;
    sent.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="demandes.csv"\r\ncontent-type: text/csv\r\n\r\n${header}\n`,
    );
    sent.write(`${person.email};x;CONSEIL;;;\n`.repeat(1000));
    await vi.waitFor(async () => {
      expect(await leftBehind()).toHaveLength(1);
    });
    sent.destroy(new Error('cut'));
    await failed;
    await vi.waitFor(async () => {
      expect(await leftBehind()).toEqual([]);
    });
    expect(await historyOf(client)).toEqual([]);
    expect(app.logLines.slice(before).join('\n')).not.toContain('"code":"INTERNAL"');
    await upload(csv(`${person.email};x;CONSEIL;;;`)).expect(200);
  });

  it('waits for another process with the same bytes, and imports them once', async () => {
    const text = csv(`${person.email};x;CONSEIL;;;`);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const key = `import:REQUESTS:${String(agent.partnerId)}:${sha256}`;
    let answer: Promise<{ status: number }> | undefined;
    const run = randomUUID();
    await app.db.$transaction(
      async (tx) => {
        // Simulates another process that imports the same file.
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`;
        answer = upload(text, `?run=${run}`).then(({ status }) => ({ status }));
        await vi.waitFor(async () => {
          await client.get(`/imports/runs/${run}`).expect(200);
        });
        const row = { kind: 'REQUESTS', partnerId: agent.partnerId, rows: 1 } as const;
        await tx.import.create({ data: { ...row, originalName: 'x.csv', sha256 } });
      },
      { timeout: 120_000 },
    );
    expect((await answer)?.status).toBe(409);
  });
});
