import { worklistTabs, type WorklistRow, type WorklistTab } from '@wasl/contracts';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { printFaults } from '../../testing/print-faults.ts';
import { updateDeadlines } from '../requests/index.ts';

const now = new Date('2026-07-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

const app = useTestApp({ clock: { now: () => now } });

const list = '/journeyInstanceProcessingSteps/filter';
const byNumber = (value: string) => [{ key: 'numRequest', operation: 'CONTAINS', value }];

/** An organisation with one step of every kind, by name. */
async function aDesk() {
  const agent = await app.make.anAgent();
  const { partnerId } = agent;
  const document = await app.make.anItem('DOCUMENT');
  const names = new Map<number, string>();
  const add = async (
    name: string,
    {
      step = {},
      request = {},
      awaits = false,
      received = false,
    }: { step?: object; request?: object; awaits?: boolean; received?: boolean } = {},
  ) => {
    const made = await app.make.aRequest({
      status: 'ENTAME',
      dateRequest: daysAgo(30 - names.size),
      ...request,
    });
    const { id } = await app.make.aStep({
      requestId: made.id,
      partnerId,
      assignedAt: daysAgo(3),
      ...step,
    });
    if (awaits)
      await app.db.stepDocument.create({ data: { stepId: id, documentItemId: document.id } });
    if (received) {
      const file = await app.db.storedFile.create({
        data: {
          key: `k${String(id)}`.padEnd(20, 'x'),
          originalName: 'a.pdf',
          mimeType: 'application/pdf',
          size: 1,
          sha256: '',
        },
      });
      await app.db.stepDocument.create({
        data: { stepId: id, documentItemId: document.id, fileId: file.id, uploadedAt: now },
      });
    }
    await updateDeadlines(app.db, [made.id], now);
    names.set(id, name);
    return made;
  };
  await add('fresh');
  await add('received', { received: true });
  await add('old', { step: { assignedAt: daysAgo(25), status: 'IN_PROGRESS' } });
  await add('to the day', { step: { assignedAt: daysAgo(21) } });
  await add('blocked', { step: { status: 'BLOCKED', assignedAt: daysAgo(40) } });
  await add('blocked and awaits', { awaits: true, step: { status: 'BLOCKED' } });
  await add('blocked on hold', {
    request: { status: 'EN_ATTENTE' },
    step: { status: 'BLOCKED' },
  });
  await add('awaits', { awaits: true });
  await add('awaits for long', { awaits: true, received: true, step: { assignedAt: daysAgo(40) } });
  await add('sent back', {
    request: { status: 'A_REFOURMULER' },
    step: { assignedAt: daysAgo(40) },
  });
  await add('on hold', { request: { status: 'EN_ATTENTE' }, step: { assignedAt: daysAgo(40) } });
  await add('processed', { awaits: true, step: { status: 'PROCESSED', percent: 100 } });
  await add('rejected', { step: { status: 'REJECTED', assignedAt: daysAgo(40) } });
  await add('not its turn', { step: { status: 'NOT_STARTED', assignedAt: null } });
  await add('deleted', { request: { status: 'SUPPRIME' } });
  await add('draft again', { request: { status: 'EN_COURS_DE_CREATION' } });
  const client = await app.as(agent);
  const rowsOf = async (tab: WorklistTab | undefined, criteria: object[] = []) => {
    const query = tab === undefined ? '' : `&tab=${tab}`;
    const answer = await client.post(`${list}?size=200${query}`, criteria).expect(200);
    return (answer.body as { results: WorklistRow[]; totalElements: number }).results;
  };
  const namesOf = async (tab: WorklistTab | undefined) =>
    (await rowsOf(tab)).map((row) => names.get(row.processingStepId ?? 0)).sort();
  return { agent, client, rowsOf, namesOf, names };
}

describe('the parts of the worklist', () => {
  it('contain the matching steps, and are counted in one call', async () => {
    const { client, namesOf } = await aDesk();
    const wanted: Record<WorklistTab, string[]> = {
      todo: ['fresh', 'old', 'received', 'to the day'],
      waiting: ['awaits', 'awaits for long', 'on hold', 'sent back'],
      blocked: ['blocked', 'blocked and awaits', 'blocked on hold'],
      late: ['old'],
      done: ['processed', 'rejected'],
    };
    for (const tab of worklistTabs) expect(await namesOf(tab), tab).toEqual(wanted[tab]);
    expect(await namesOf(undefined)).toHaveLength(14);
    const counts = await client.post('/journeyInstanceProcessingSteps/counts', []).expect(200);
    expect(counts.body).toEqual({
      ...{ all: 14, todo: 4, waiting: 4, blocked: 3, late: 1, done: 2 },
      ...{ mine: 0, nobodys: 14, everybodys: 14 },
    });
  });

  it('have counts that follow the filter and match the list’s total', async () => {
    const { client, rowsOf } = await aDesk();
    const [first] = await rowsOf('late');
    const criteria = byNumber(first?.numRequest ?? '');
    const counts = await client
      .post('/journeyInstanceProcessingSteps/counts', criteria)
      .expect(200);
    expect(counts.body).toMatchObject({ all: 1, late: 1, done: 0 });
    const page = await client.post(`${list}?tab=late&size=1`, []).expect(200);
    expect((page.body as { totalElements: number }).totalElements).toBe(1);
    expect(page.headers['x-total-count']).toBe('1');
  });

  it('contain only steps of the agent’s organisation', async () => {
    await aDesk();
    const stranger = await app.as(await app.make.anAgent());
    const counts = await stranger.post('/journeyInstanceProcessingSteps/counts', []).expect(200);
    expect(counts.body).toMatchObject({ all: 0, todo: 0, waiting: 0, late: 0, done: 0 });
    const file = await stranger
      .post('/journeyInstanceProcessingSteps/export?format=csv', [])
      .expect(200);
    expect(file.text.trim().split('\r\n')).toHaveLength(1);
  });

  it('show the age of open steps, and mark late steps', async () => {
    const { rowsOf, names } = await aDesk();
    const shown = Object.fromEntries(
      (await rowsOf(undefined)).map((row) => [
        names.get(row.processingStepId ?? 0),
        [row.ageDays, row.isLate, row.awaitedDocuments, row.assignedOn],
      ]),
    );
    expect(shown).toMatchObject({
      fresh: [3, false, 0, '2026-07-12'],
      old: [25, true, 0, '2026-06-20'],
      'to the day': [21, false, 0, '2026-06-24'],
      'awaits for long': [40, false, 1, '2026-06-05'],
      blocked: [40, false, 0, '2026-06-05'],
      'sent back': [40, false, 0, '2026-06-05'],
      processed: [null, false, 1, '2026-07-12'],
      'not its turn': [null, false, 0, null],
    });
  });

  it('show the deadline in working days, and sort by it', async () => {
    const { client, rowsOf, names } = await aDesk();
    const shown = Object.fromEntries(
      (await rowsOf(undefined)).map((row) => [names.get(row.processingStepId ?? 0), row.deadline]),
    );
    expect(shown).toMatchObject({
      // Assigned on a Sunday: fifteen working days later.
      fresh: { dueOn: '2026-07-31', daysLeft: 12 },
      old: { dueOn: '2026-07-10', daysLeft: -3 },
      'to the day': { dueOn: '2026-07-15', daysLeft: 0 },
      'awaits for long': { dueOn: null },
      'sent back': { dueOn: null },
      blocked: { dueOn: null, daysLeft: 15 },
      processed: null,
      'not its turn': null,
    });
    const answer = await client.post(`${list}?size=200&sort=dueOn,asc`, []).expect(200);
    const days = (answer.body as { results: WorklistRow[] }).results.map(
      (row) => row.deadline?.dueOn ?? null,
    );
    // Stopped clocks sort after running clocks.
    expect(days.slice(0, 4)).toEqual(['2026-07-10', '2026-07-15', '2026-07-31', '2026-07-31']);
    expect(days.slice(4).every((day) => day === null)).toBe(true);
  });

  it('reject an unknown name', async () => {
    const { client } = await aDesk();
    for (const tab of ['mine', '__proto__', 'todo;']) {
      await client.post(`${list}?tab=${encodeURIComponent(tab)}`, []).expect(400);
    }
    await client.post('/journeyInstanceProcessingSteps/export?format=pdf', []).expect(400);
    await client.post('/journeyInstanceProcessingSteps/export', []).expect(400);
  });
});

const path = (format: string, more = '') =>
  `/journeyInstanceProcessingSteps/export?format=${format}${more}`;
async function sheetOf(client: TestClient, more = '', criteria: object[] = []) {
  const answer = await client
    .post(path('xlsx', more), criteria)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(answer.body as ArrayBuffer);
  expect(printFaults(workbook)).toEqual([]);
  const sheet = workbook.worksheets[0];
  const rows: unknown[][] = [];
  sheet?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
  return { rows, sheet, headers: answer.headers as Record<string, string> };
}

describe('the export of the worklist', () => {
  it('is the filtered list as CSV, newest first, with headings in the reader’s language', async () => {
    const { client, rowsOf } = await aDesk();
    const answer = await client.post(path('csv', '&tab=todo&lang=fr'), []).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toContain('demandes_2026-07-15.csv');
    expect(
      answer.text.startsWith('\uFEFFNuméro de la demande;Date de la demande;Bénéficiaire;'),
    ).toBe(true);
    const lines = answer.text.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(';')[0])).toEqual(
      (await rowsOf('todo')).map(({ numRequest }) => numRequest),
    );
    const arabic = await client.post(path('csv', '&lang=ar'), []).expect(200);
    expect(arabic.text).toContain('رقم الطلب;تاريخ الطلب;المستفيد');
    expect(arabic.text.trim().split('\r\n')).toHaveLength(15);
  });

  it('is a workbook with the same rows, with typed numbers and days', async () => {
    const { client, rowsOf } = await aDesk();
    const [late] = (await rowsOf('late')).filter(({ awaitedDocuments }) => awaitedDocuments === 0);
    const { rows, sheet, headers } = await sheetOf(
      client,
      '&tab=late&lang=en',
      byNumber(late?.numRequest ?? ''),
    );
    expect(headers['content-disposition']).toContain('demandes_2026-07-15.xlsx');
    expect(rows).toHaveLength(2);
    const row = Object.fromEntries((rows[0] ?? []).map((title, i) => [title, rows[1]?.[i]]));
    expect(row).toMatchObject({
      'Request number': late?.numRequest,
      Beneficiary: late?.beneficiary.name,
      Email: late?.beneficiary.email,
      // A phone number is text, and needs no apostrophe.
      Phone: '+212612345678',
      'Progress (%)': 0,
      'Assigned on': new Date('2026-06-20T00:00:00Z'),
      'Age (days)': 25,
      'Documents awaited': 0,
    });
    expect(sheet?.getCell('E2').numFmt).toBe('@');
    expect(sheet?.views[0]?.rightToLeft).toBeFalsy();
    expect((await sheetOf(client, '&lang=ar')).sheet?.views[0]?.rightToLeft).toBe(true);
  });

  it('executes nothing that a beneficiary wrote', async () => {
    const agent = await app.make.anAgent();
    const beneficiary = await app.make.aBeneficiary({ companyName: '=HYPERLINK("http://x")' });
    const request = await app.make.aRequest({
      beneficiaryId: beneficiary.id,
      status: 'ENTAME',
      description: '@SUM(1;2)\n"fin"',
    });
    await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const client = await app.as(agent);
    const { text } = await client.post(path('csv'), []).expect(200);
    expect(text).toContain(`;"'=HYPERLINK(""http://x"")";`);
    expect(text).toContain(`"'@SUM(1;2)\n""fin"""`);
    const { rows, sheet } = await sheetOf(client);
    expect(rows[1]?.[2]).toBe('=HYPERLINK("http://x")');
    expect(sheet?.getCell('C2').type).toBe(ExcelJS.ValueType.String);
    expect(sheet?.getCell('C2').numFmt).toBe('@');
    expect(rows[1]?.at(-4)).toBe('@SUM(1;2)\n"fin"');
  });

  it('contains the end of a step, its duration, its owner and the person’s rating', async () => {
    const agent = await app.make.anAgent({ nom: 'Bennani', prenom: 'Sara' });
    const { partnerId } = agent;
    const step = async (over: object) =>
      await app.make.aStep({ partnerId, assignedAt: daysAgo(12), ...over });
    const closed = await step({
      status: 'PROCESSED',
      percent: 100,
      // An hour less than ten days.
      processedAt: new Date(daysAgo(2).getTime() - 3_600_000),
      assigneeId: agent.id,
    });
    await app.db.rating.create({
      data: { stepId: closed.id, beneficiaryRating: 4, beneficiaryFeedback: '=Merci !' },
    });
    // A closing that was undone does not count as an end.
    await step({ status: 'IN_PROGRESS', percent: 45, processedAt: daysAgo(1) });
    const client = await app.as(agent);
    const { rows, sheet } = await sheetOf(client, '&lang=en');
    const titles = rows[0] ?? [];
    const valuesOf = (percent: number) => {
      const line = rows.find((row) => row[titles.indexOf('Progress (%)')] === percent) ?? [];
      return [
        'Closed on',
        'Delay (days)',
        'Followed by',
        'Rating (out of 5)',
        'What the beneficiary said',
      ].map((title) => line[titles.indexOf(title)]);
    };
    const ended = new Date('2026-07-13T00:00:00Z');
    expect(valuesOf(100)).toEqual([ended, 9, 'Sara Bennani', 4, '=Merci !']);
    expect(valuesOf(45)).toEqual(Array.from({ length: 5 }, () => undefined));
    // Only phone numbers and values that begin like a formula have the text format.
    expect(sheet?.getRow(2).getCell(titles.indexOf('Followed by') + 1).numFmt).not.toBe('@');
    const csv = await client.post(path('csv', '&tab=done&lang=fr'), []).expect(200);
    expect(csv.text).toContain(';2026-07-13;9;Sara Bennani;');
    expect(csv.text).toContain(";4;'=Merci !;");
    const figures = await client.get('/statistics?from=2026-07-01&to=2026-07-31').expect(200);
    expect(figures.body).toMatchObject({ closed: 1, medianDays: 9 });
  });

  it(
    'contains every row once, for any number of reads and equal dates',
    { tags: ['slow'] },
    async () => {
      const agent = await app.make.anAgent();
      const service = await app.make.aService();
      const beneficiary = await app.make.aBeneficiary();
      await app.db.$executeRaw`
      WITH made AS (
        INSERT INTO requests (num_request, beneficiary_id, status, date_request, updated_at)
        SELECT 'E-' || n, ${beneficiary.id}::uuid, 'ENTAME', ${now}::timestamptz - make_interval(days => n % 3), now()
        FROM generate_series(1, 2500) n RETURNING id)
      INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, assigned_at, updated_at)
      SELECT id, 0, ${service.id}, ${agent.partnerId}, 'ASSIGNED', now(), now() FROM made`;
      const client = await app.as(agent);
      const { text } = await client.post(path('csv'), []).expect(200);
      const numbers = text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[0]);
      expect(numbers).toHaveLength(2500);
      expect(new Set(numbers).size).toBe(2500);
      const { rows } = await sheetOf(client);
      expect(rows).toHaveLength(2501);
    },
  );

  it('is logged with its author, its filter and its row count', async () => {
    const { agent, client } = await aDesk();
    app.logLines.length = 0;
    await client.post(path('csv', '&tab=done'), []).expect(200);
    const events = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.find(({ event }) => event === 'worklist.exported')).toMatchObject({
      userId: agent.id,
      partnerId: agent.partnerId,
      format: 'csv',
      tab: 'done',
      rows: 2,
      isWhole: true,
    });
  });
});

describe('the change mark of the worklist', () => {
  it('changes after every change of a step of the organisation, and only then', async () => {
    const agent = await app.make.anAgent();
    const other = await app.make.anAgent();
    const [client, elsewhere] = [await app.as(agent), await app.as(other)];
    const markOf = async (who: TestClient) =>
      ((await who.get('/journeyInstanceProcessingSteps/mark').expect(200)).body as { mark: string })
        .mark;
    expect(await markOf(client)).toBe('');
    const request = await app.make.aRequest({ status: 'ENTAME' });
    const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const seen = [await markOf(client)];
    const theirs = await markOf(elsewhere);
    expect(await markOf(client)).toBe(seen[0]);

    await client
      .post(`/processing/step/owner/${String(step.id)}`, { owner: agent.id, expected: null })
      .expect(200);
    seen.push(await markOf(client));
    const update = { processingStepId: step.id, status: { code: 'IN_PROGRESS' }, percent: 20 };
    await client.post('/processing/step/update', update).expect(200);
    seen.push(await markOf(client));
    await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId, position: 2 });
    seen.push(await markOf(client));
    expect(new Set(seen).size).toBe(seen.length);
    expect(await markOf(elsewhere)).toBe(theirs);
  });

  it('is read from the end of an index, for any number of steps', async () => {
    const plan = await app.db.$transaction(async (tx) => {
      // For a small table PostgreSQL would choose to sort.
      await tx.$executeRaw`SET LOCAL enable_sort = off`;
      await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`;
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return await tx.$queryRaw<{ 'QUERY PLAN': string }[]>`
        EXPLAIN SELECT id, updated_at FROM processing_steps WHERE partner_id = 1
        ORDER BY updated_at DESC, id DESC LIMIT 50`;
    });
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('Scan Backward using processing_steps_partner_id_updated_at_id_idx');
    expect(lines).not.toContain('Sort');
  });
});

describe('the steps of a colleague', () => {
  it('can be found and counted, but never those of another organisation', async () => {
    const agent = await app.make.anAgent();
    const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
    const stranger = await app.make.anAgent();
    const client = await app.as(agent);
    const request = await app.make.aRequest({ status: 'ENTAME' });
    let position = 0;
    const stepOf = (partnerId: number, assigneeId: string | null) => {
      position += 1;
      return app.make.aStep({ requestId: request.id, partnerId, assigneeId, position });
    };
    const theirs = [
      await stepOf(agent.partnerId, colleague.id),
      await stepOf(agent.partnerId, colleague.id),
    ];
    await stepOf(agent.partnerId, agent.id);
    await stepOf(agent.partnerId, null);
    await stepOf(stranger.partnerId, stranger.id);
    const by = (value: string) => [{ key: 'assignee', operation: 'EQUALS', value }];

    const found = (await client.post(list, by(colleague.id)).expect(200)).body as {
      results: WorklistRow[];
    };
    expect(found.results.map((row) => row.processingStepId).sort()).toEqual(
      theirs.map(({ id }) => id).sort(),
    );
    const counts = '/journeyInstanceProcessingSteps/counts';
    const of = async (id: string) => (await client.post(counts, by(id)).expect(200)).body as object;
    expect(await of(colleague.id)).toMatchObject({ all: 2, mine: 0, nobodys: 0 });
    expect(await of(stranger.id)).toMatchObject({ all: 0, everybodys: 0 });
    await client.post(list, by('personne')).expect(400);
  });
});
