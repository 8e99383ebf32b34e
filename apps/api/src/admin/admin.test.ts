import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import ExcelJS from 'exceljs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  findSeedFolder,
  readDemoFiles,
  readSeedFiles,
  seedDemo,
  seedReference,
} from '../seed/index.ts';
import { whichDatabase } from '../platform/database/which-database.repository.ts';
import { adminOn } from '../testing/admin.ts';
import { useTestApp, useTestFolder } from '../testing/index.ts';
import { printFaults } from '../testing/print-faults.ts';

describe('the administrator’s commands', () => {
  const folder = useTestFolder();
  let out: string[] = [];
  let environment: Record<string, string> = {};
  let faults: string[] = [];

  const app = useTestApp();
  beforeAll(async () => {
    const { db, clock, storage, passwords } = app.deps;
    await seedReference(db, readSeedFiles(findSeedFolder(undefined)), { clock });
    await seedDemo(db, readDemoFiles(findSeedFolder(undefined)), {
      clock,
      storage,
      production: false,
      hash: (password) => passwords.hash(password),
    });
  });
  beforeEach(() => {
    out = [];
    faults = [];
    environment = {};
  });

  const admin = async (...words: string[]) =>
    await adminOn(app, words, (line) => out.push(line), {
      printFault: (line) => faults.push(line),
      seed: ({ demo, dryRun, dir = '' }) => {
        out.push(`seed demo=${String(demo)} dryRun=${String(dryRun)} dir=${dir}`);
        return Promise.resolve(0);
      },
      environment,
    });
  const printed = () => out.join('\n');
  const requestOf = async (where: { description: string }) =>
    await app.db.supportRequest.findFirstOrThrow({ where, include: { steps: true } });

  it('refuses to run when npm consumed an option', async () => {
    // The effect of `npm run admin seed --dry-run` in npm.
    environment = { WASL_TAKEN_BY_NPM: 'cache dry-run' };
    expect(await admin('seed')).toBe(2);
    expect(out).toEqual([]);
    expect(faults[0]).toContain('npm run admin -- seed --dry-run');
    expect(await admin('seed', '--dry-run')).toBe(0);
    expect(printed()).toBe('seed demo=false dryRun=true dir=');
    environment = { WASL_TAKEN_BY_NPM: 'yes' };
    expect(await admin('person', 'erase', 'nobody@example.org')).toBe(2);
    expect(faults.join()).toContain('npm run admin -- person erase nobody@example.org --yes');
  });

  it('lists failed mails with their cause, shows one and retries it', async () => {
    const mail = await app.db.outboxMail.create({
      data: {
        to: 'gone@example.org',
        lang: 'fr',
        template: 'resetPassword',
        params: { name: 'Amina', token: 'S3cret' },
        state: 'FAILED',
        attempts: 5,
        lastError: 'EENVELOPE 550 5.1.1 no such user',
      },
    });
    expect(await admin('mails', 'list')).toBe(0);
    expect(printed()).toMatch(
      /\d+ +gone@example\.org +resetPassword +5 .* EENVELOPE 550 5\.1\.1 no such user/,
    );
    expect(await admin('mails', 'show', String(mail.id))).toBe(0);
    expect(printed()).toMatch(/Cause +EENVELOPE/);
    expect(printed()).not.toContain('S3cret');
    expect(await admin('mails', 'retry')).toBe(2);
    expect(await admin('mails', 'retry', String(mail.id))).toBe(0);
    expect(await app.db.outboxMail.findUniqueOrThrow({ where: { id: mail.id } })).toMatchObject({
      state: 'WAITING',
      attempts: 0,
    });
    await app.db.outboxMail.update({ where: { id: mail.id }, data: { state: 'SENT' } });
    expect(await admin('mails', 'retry', String(mail.id))).toBe(1);
    await app.db.outboxMail.update({ where: { id: mail.id }, data: { state: 'FAILED' } });
    expect(await admin('mails', 'retry', '--failed')).toBe(0);
    expect(await app.db.outboxMail.count({ where: { state: 'FAILED' } })).toBe(0);
    expect(await admin('mails', 'list', '--state', 'lost')).toBe(2);
    await app.db.outboxMail.delete({ where: { id: mail.id } });
  });

  it('finds people, organisations and requests, and shows who must act next', async () => {
    const request = await app.db.supportRequest.findFirstOrThrow({
      where: { status: { not: 'SUPPRIME' }, steps: { some: { status: 'ASSIGNED' } } },
      include: { beneficiary: true, steps: { include: { partner: true } } },
    });
    const { nom, prenom, email } = request.beneficiary;
    expect(await admin('find', `${nom} ${prenom}`.toLowerCase())).toBe(0);
    expect(printed()).toContain(email);
    for (const number of [
      request.numRequest.slice(2),
      `N° ${request.numRequest.replace('-', ' – ')}`,
    ])
      expect(await admin('find', number)).toBe(0);
    expect(printed()).toContain(request.numRequest);
    expect(await admin('find', 'Conseil')).toBe(0);
    expect(printed()).toMatch(/^\d+ +Conseil/m);
    expect(await admin('find', 'nobody-of-this-name')).toBe(1);
    // Wildcards of a pattern are literal characters of a name.
    await app.make.anAgent({ nom: 'A_b%c\\d' });
    for (const [text, code] of [
      ['a_B%c\\d', 0],
      ['A_b%c', 0],
      ['Ax%c', 1],
      ['A_bxxc', 1],
    ] as const)
      expect(await admin('find', text), text).toBe(code);
    out = [];
    expect(await admin('requests', 'show', request.numRequest)).toBe(0);
    expect(printed()).toContain(`Author: ${prenom} ${nom}, ${email}`);
    const atWork = request.steps.find(({ status }) => status === 'ASSIGNED');
    expect(printed()).toMatch(/^Has the move: /m);
    expect(out.find((line) => line.startsWith('Has the move'))).toContain(atWork?.partner.title);
    out = [];
    expect(await admin('requests', 'list', '--since', '3650d')).toBe(0);
    expect(printed()).toContain(request.numRequest);
    expect(await admin('requests', 'list', '--status', request.status, '--since', '3650d')).toBe(0);
    expect(await admin('requests', 'list', '--status', 'LOST')).toBe(2);
    expect(await admin('requests', 'list', '--since', 'week')).toBe(2);
  });

  it('prints tables under their names, or a JSON list with --json', async () => {
    expect(await admin('organisations', 'list', '--json')).toBe(0);
    const answer = JSON.parse(printed()) as {
      organisations: { id: number; title: string }[];
      messages: string[];
    };
    const [first] = answer.organisations;
    expect(first?.id).toBeGreaterThan(0);
    expect(Object.keys(first ?? {})).toEqual([
      'id',
      'title',
      'agents',
      'created',
      'approved',
      'refused',
    ]);
    expect(answer.messages).toEqual([]);
    out = [];
    expect(await admin('mails', 'list', '--json')).toBe(0);
    expect(JSON.parse(printed())).toMatchObject({
      mails: [],
      messages: [expect.stringContaining('were given up')],
    });
    out = [];
    // Commands that write have no JSON output.
    expect(await admin('mails', 'retry', '--failed', '--json')).toBe(2);
    expect(out).toEqual([]);
  });

  it('lists the jobs with their failures and runs one immediately', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await app.db.backgroundJob.create({
      data: {
        name: 'housekeeping',
        everySeconds: 3600,
        nextRunAt: later,
        lastFailureAt: new Date(),
        failures: 2,
        lastError: 'Error: The store is away',
      },
    });
    const mail = { to: 'queue@example.org', lang: 'fr', template: 'x', params: {} };
    const inHand = { heldBy: randomUUID(), heldUntil: later };
    const before = await app.db.outboxMail.count({ where: { state: 'WAITING' } });
    await app.db.outboxMail.createMany({ data: [mail, { ...mail, ...inHand }] });
    expect(await admin('jobs')).toBe(0);
    expect(printed()).toMatch(/^housekeeping +60 min .* 2 .* Error: The store is away$/m);
    // Waiting, being done, failed, late.
    expect(printed()).toMatch(/^jobs +0 +0 +1 +0$/m);
    expect(printed()).toMatch(new RegExp(`^mails +${String(before + 1)} +1 +0 +\\d+$`, 'm'));
    for (const queue of ['scans', ...app.deps.additions.queues.map(({ name }) => name)])
      expect(printed()).toMatch(new RegExp(`^${queue}( +\\d+){4}$`, 'm'));
    await app.db.outboxMail.deleteMany({ where: { to: mail.to } });
    expect(await admin('jobs', 'run', 'nothing')).toBe(1);
    expect(await admin('jobs', 'run', 'housekeeping')).toBe(0);
    const { nextRunAt } = await app.db.backgroundJob.findUniqueOrThrow({
      where: { name: 'housekeeping' },
    });
    expect(nextRunAt.getTime()).toBeLessThan(later.getTime());
    await app.db.backgroundJob.deleteMany();
  });

  it('reports daily activity and failures', async () => {
    const mail = await app.db.outboxMail.create({
      data: {
        to: 'gone@example.org',
        lang: 'fr',
        template: 'resetPassword',
        params: {},
        state: 'FAILED',
        lastError: 'EENVELOPE 550 no such user',
      },
    });
    expect(await admin('activity', '--since', '7d', '--json')).toBe(0);
    const answer = JSON.parse(printed()) as {
      days: { day: string; signUps: number; mailsGivenUp: number }[];
      failures: { what: string; cause: string }[];
    };
    expect(answer.days[0]).toMatchObject({ mailsGivenUp: 1 });
    expect(answer.failures).toMatchObject([
      { what: `mail ${String(mail.id)}`, cause: 'EENVELOPE 550 no such user' },
    ]);
    await app.db.outboxMail.delete({ where: { id: mail.id } });
    expect(await admin('activity', '--since', 'week')).toBe(2);
  });

  it('lists the authors of created and ended keys and webhooks, newest first', async () => {
    const agent = await app.make.anAgent();
    const { title } = await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } });
    const now = app.deps.clock.now().getTime();
    const act = { partnerId: agent.partnerId, subjectId: agent.id, name: 'ERP' };
    await app.db.integrationAct.createMany({
      data: [
        { ...act, kind: 'KEY_MADE', byId: agent.id, at: new Date(now - 8 * 86_400_000) },
        { ...act, kind: 'KEY_REVOKED', byId: agent.id, at: new Date(now - 7200_000) },
        { ...act, kind: 'WEBHOOK_DISABLED', byId: null, at: new Date(now - 3600_000) },
      ],
    });
    expect(await admin('activity', '--since', '7d', '--json')).toBe(0);
    const { integrations } = JSON.parse(printed()) as { integrations: { organisation: string }[] };
    expect(integrations.filter(({ organisation }) => organisation === title)).toMatchObject([
      { what: 'webhook disabled', name: 'ERP', by: 'the portal' },
      { what: 'key revoked', name: 'ERP', by: agent.email },
    ]);
  });

  it('exports the month report as a workbook with a row per step and totals per organisation', async () => {
    const file = path.join(folder, 'month.xlsx');
    const step = await app.db.processingStep.findFirstOrThrow({
      where: { status: 'PROCESSED', request: { status: { not: 'SUPPRIME' } } },
      include: { partner: true, request: true, rating: true },
    });
    const closedAt = step.processedAt?.toISOString() ?? '';
    expect(
      await admin('report', '--month', closedAt.slice(0, 7), '--output', file, '--lang', 'en'),
    ).toBe(0);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(file);
    expect(printFaults(workbook)).toEqual([]);
    const [steps, totals] = workbook.worksheets;
    const rowsOf = (sheet: ExcelJS.Worksheet | undefined) =>
      (sheet?.getSheetValues() ?? []).slice(1).map((row) => (row as unknown[]).slice(1));
    const [head = [], ...rows] = rowsOf(steps);
    expect(head.slice(0, 4)).toEqual(['Request number', 'Organisation', 'Service', 'Beneficiary']);
    const own = rows.find(([number]) => number === step.request.numRequest);
    expect(own?.[head.indexOf('Closed on')]).toEqual(
      new Date(`${closedAt.slice(0, 10)}T00:00:00Z`),
    );
    const [totalHead = [], ...lines] = rowsOf(totals);
    const closed = totalHead.indexOf('Closed in the month');
    const sum = lines.slice(0, -1).reduce((all, line) => all + Number(line[closed]), 0);
    expect(lines.at(-1)?.[0]).toBe('All');
    expect(lines.at(-1)?.[closed]).toBe(sum);
    expect(sum).toBeGreaterThan(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await admin('report', '--month', '2026-13', '--output', file)).toBe(2);
    expect(await admin('report', '--month', '2026-06', '--output', 'month.csv')).toBe(2);
    await rm(file);
  });

  it('prints the name of its database', async () => {
    expect(await whichDatabase(app.db, 'postgresql://u:p@db.example.ma:5433/wasl')).toMatch(
      /^Database wasl at db\.example\.ma:5433: \d+ organisations, \d+ people, \d+ requests\.$/,
    );
    expect(await whichDatabase(app.db, 'postgresql://u@/wasl?host=/run/pg')).toContain(
      'at /run/pg',
    );
  });

  it('reports the same figures of each organisation as its agents see', async () => {
    expect(await admin('stats', '--from', '2026-01-01', '--to', '2026-12-31')).toBe(0);
    const { partnerId } = await app.db.user.findFirstOrThrow({
      where: { email: 'agent.cri@example.org' },
    });
    const agent = await app.as({
      id: (await app.db.user.findFirstOrThrow({ where: { email: 'agent.cri@example.org' } })).id,
    });
    const answer = await agent.get('/statistics?from=2026-01-01&to=2026-12-31').expect(200);
    const { received, closed, medianDays } = answer.body as Record<string, number>;
    expect(received).toBeGreaterThan(closed ?? 0);
    const row = out.find((line) => line.startsWith(`${String(partnerId)} `));
    expect(row).toMatch(
      new RegExp(` ${String(received)} +${String(closed)} +${String(medianDays)} `),
    );
    expect(await admin('stats', '--from', '2026-02-30')).toBe(2);
    expect(await admin('stats', '--from', '2026-03-02', '--to', '2026-03-01')).toBe(2);
  });

  it('lists its commands when it is called without a command', async () => {
    expect(await admin('--help')).toBe(0);
    expect(printed()).toContain('  agents approve <e-mail> [--as <name>]\n');
    expect(await admin()).toBe(2);
    out = [];
    expect(await admin('jobs', 'run', '--help')).toBe(0);
    expect(printed()).toContain('Usage: npm run admin -- jobs run <job>');
  });

  it('reports unknown arguments with exit code 2', async () => {
    expect(await admin('agents', 'dismiss')).toBe(2);
    expect(await admin('agents', 'approve')).toBe(2);
    expect(await admin('agents', 'list', '--everybody')).toBe(2);
    expect(await admin('steps', 'reject', 'one')).toBe(2);
    expect(await admin('requests', 'rephrase', '2026-000001')).toBe(2);
    expect(await admin('requests', 'export', '--output', 'requests.pdf')).toBe(2);
    expect(await admin('jobs', 'walk')).toBe(2);
    expect(await admin('migrate')).toBe(2);
    expect(faults.join('\n')).toContain('--observation is missing.');
  });

  it('passes its options on to the seed', async () => {
    expect(await admin('seed', '--dry-run', '--dir', 'own')).toBe(0);
    expect(printed()).toBe('seed demo=false dryRun=true dir=own');
    expect(await admin('seed', '--force')).toBe(2);
  });

  it('lists agents who await approval, and approves an agent, who can then sign in', async () => {
    await admin('agents', 'list', '--awaiting');
    expect(printed()).toContain('nouveau@example.org');
    expect(printed()).not.toContain('agent.cri@example.org');
    expect(await admin('agents', 'approve', 'Nouveau@example.org')).toBe(0);
    expect(await admin('agents', 'approve', 'nouveau@example.org')).toBe(0);
    expect(printed()).toContain('was approved already');
    expect(await app.mails()).toMatchObject([
      { to: 'nouveau@example.org', template: 'agentApproved' },
    ]);
    expect(await admin('agents', 'approve', 'nobody@example.org')).toBe(1);
  });

  it('approves an organisation with its founder', async () => {
    const partner = await app.make.aPartner({ title: 'Association Exemple', approvedAt: null });
    const founder = await app.make.anAgent({ partnerId: partner.id, approvedAt: null });
    await admin('organisations', 'list', '--awaiting');
    expect(printed()).toContain('Association Exemple');
    expect(await admin('organisations', 'approve', String(partner.id))).toBe(0);
    expect(printed()).toContain(founder.email);
  });

  it('assigns an unrouted service to an organisation', async () => {
    await admin('requests', 'unrouted');
    const numRequest = /\d{4}-\d{6}/.exec(printed())?.[0] ?? '';
    expect(printed()).toContain('INNOVATION_PI');
    const { id } = await app.db.partner.findFirstOrThrow({
      where: { title: { contains: 'CRI-TTA' } },
    });
    const words = [
      'requests',
      'assign',
      numRequest,
      '--service',
      'INNOVATION_PI',
      '--organisation',
      String(id),
    ];
    expect(await admin(...words)).toBe(0);
    expect(await admin(...words)).toBe(1);
    out = [];
    await admin('requests', 'unrouted');
    expect(printed()).toBe('None.');
    await admin('requests', 'show', numRequest);
    expect(printed()).toContain('ASSIGNED');
  });

  it('sends a request back and rejects a step', async () => {
    const request = await requestOf({
      description: 'Savoir quelle formation suivre pour devenir guide.',
    });
    const step = request.steps[0]?.id ?? 0;
    expect(await admin('steps', 'reject', String(step), '--reason', 'Hors région')).toBe(0);
    expect(await admin('steps', 'reject', String(step))).toBe(1);
    expect(
      await admin(
        'requests',
        'rephrase',
        request.numRequest,
        '--observation',
        'Préciser la ville.',
      ),
    ).toBe(0);
    const after = await app.db.supportRequest.findUniqueOrThrow({ where: { id: request.id } });
    expect(after).toMatchObject({ status: 'A_REFOURMULER', observation: 'Préciser la ville.' });
  });

  it('puts a request on hold and resumes it', async () => {
    const { numRequest } = await app.make.aRequest({ status: 'ENTAME' });
    expect(await admin('requests', 'hold', numRequest, '--reason', 'Plan en révision')).toBe(0);
    expect(await admin('requests', 'hold', numRequest)).toBe(1);
    await admin('requests', 'show', numRequest);
    expect(printed()).toContain('EN_ATTENTE');
    expect(await admin('requests', 'resume', numRequest)).toBe(0);
    expect(await admin('requests', 'resume', numRequest)).toBe(1);
    expect(await admin('requests', 'hold')).toBe(2);
  });

  it('exports requests as CSV and XLSX, with neutralised formulas and numeric cells', async () => {
    await app.make.aRequest({ description: '=HYPERLINK("http://evil.test")' });
    await app.make.aRequest({ description: '@SUM(1);"x"\n+2' });
    const csv = path.join(folder, 'requests.csv');
    expect(await admin('requests', 'export', '--output', csv, '--lang', 'ar')).toBe(0);
    const text = await readFile(csv, 'utf8');
    expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect(text).toContain(`"'@SUM(1);""x""`);
    expect(text).toContain('تمت المعالجة');
    expect((await stat(csv)).mode & 0o077).toBe(0);

    const xlsx = path.join(folder, 'requests.xlsx');
    expect(await admin('requests', 'export', '--output', xlsx)).toBe(0);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(xlsx);
    expect(printFaults(workbook)).toEqual([]);
    const sheet = workbook.getWorksheet('requests');
    expect(sheet?.rowCount).toBe(text.trim().split('\r\n').length);
    const values = sheet?.getColumn(17).values.map(String) ?? [];
    expect(values).toContain('=HYPERLINK("http://evil.test")');
    expect(sheet?.getCell('F2').type).toBe(ExcelJS.ValueType.Number);
    // No temporary files remain.
    expect((await readdir(folder)).sort()).toEqual(['requests.csv', 'requests.xlsx']);
  });

  it('exports all data of a person, without secrets, to a separate folder', async () => {
    const target = path.join(folder, 'amina');
    expect(await admin('person', 'export', 'amina@example.org', '--output', target)).toBe(0);
    const text = await readFile(path.join(target, 'person.json'), 'utf8');
    const person = JSON.parse(text) as {
      requests: unknown[];
      qualifications: unknown[];
      files: { name: string }[];
    };
    const ofAmina = { beneficiary: { email: 'amina@example.org' } };
    expect(person.requests.length).toBeGreaterThan(1);
    expect(person.requests).toHaveLength(await app.db.supportRequest.count({ where: ofAmina }));
    expect(person.qualifications).toHaveLength(1);
    expect(text).not.toMatch(/password|\$2b\$|"key"/i);
    expect((await readdir(target)).sort()).toEqual(
      ['person.json', ...person.files.map((file) => file.name)].sort(),
    );
    expect(await admin('person', 'export', 'amina@example.org', '--output', target)).toBe(1);
    expect(faults.join('\n')).toContain('exists already');
  });

  it('erases a person after a preview, and leaves nothing that names them', async () => {
    const { id } = await app.db.user.findUniqueOrThrow({
      where: { email: 'khadija.exemple@example.org' },
    });
    const client = await app.as({ id });
    expect(await admin('person', 'erase', 'khadija.exemple@example.org')).toBe(0);
    expect(printed()).toContain('Nothing was done yet');
    await client.get('/currentUser/khadija.exemple@example.org').expect(200);
    const keys = await app.db.storedFile.findMany({
      where: { ownerId: id },
      select: { key: true },
    });
    expect(keys.length).toBeGreaterThan(0);

    expect(await admin('person', 'erase', 'khadija.exemple@example.org', '--yes')).toBe(0);
    await client.get('/currentUser/khadija.exemple@example.org').expect(401);
    const user = await app.db.user.findUniqueOrThrow({
      where: { id },
      include: {
        qualifications: true,
        identity: true,
        files: true,
        requests: { include: { steps: true } },
      },
    });
    const left = JSON.stringify(user);
    expect(left).not.toMatch(/khadija|riffi|poisson|XX100004|600000004/i);
    expect(user.disabledAt).not.toBeNull();
    expect(new Set(user.requests.map((request) => request.status))).toEqual(new Set(['SUPPRIME']));
    // The bytes are removed after the commit, asynchronously.
    const isThere = async (key: string): Promise<boolean> =>
      await app.deps.storage.open(key).then(
        (content) => {
          content.destroy();
          return true;
        },
        () => false,
      );
    for (const { key } of keys) await expect.poll(async () => await isThere(key)).toBe(false);
    expect(await admin('person', 'erase', 'khadija.exemple@example.org', '--yes')).toBe(1);
  });

  it('logs the author, the person and the time of every export and erasure', async () => {
    const { email, id } = await app.make.aBeneficiary();
    const list = path.join(folder, 'logged.csv');
    expect(await admin('requests', 'export', '--output', list)).toBe(0);
    expect(await admin('person', 'export', email, '--output', path.join(folder, 'them'))).toBe(0);
    expect(await admin('person', 'erase', email, '--yes')).toBe(0);
    const events = app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const by = 'administrator';
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string;
    for (const line of [
      { event: 'admin.requests_exported' },
      { event: 'admin.person_exported', userId: id },
      { event: 'admin.person_erased', userId: id },
    ]) {
      expect(events).toContainEqual(expect.objectContaining({ ...line, by, time }));
    }
    expect(app.logLines.join('')).not.toContain(email);
  });

  it('does not restore an erased person at the next seed', async () => {
    const { db, clock, storage, passwords } = app.deps;
    const before = await db.user.count();
    await seedDemo(db, readDemoFiles(findSeedFolder(undefined)), {
      clock,
      storage,
      production: false,
      hash: (password) => passwords.hash(password),
    });
    expect(await db.user.count()).toBe(before);
  });

  it('does not rotate a secret that the environment sets', async () => {
    expect(await admin('secret', 'rotate')).toBe(1);
    expect(faults.join('\n')).toContain('JWT_SECRET');
  });
});
