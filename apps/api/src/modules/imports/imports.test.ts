import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type TestApp, type TestClient, useTestApp } from '../../testing/index.ts';

const path = '/requests/uploadCanevasDemandes';
const header = 'email_beneficiaire;besoin;services;parcours;date;url_video';

interface Refusal {
  code: string;
  message: string;
  errors: { line: number; errors: string[] }[];
  details?: { faults: number };
}

describe('importing requests', () => {
  let agent: Awaited<ReturnType<TestApp['make']['anAgent']>>;
  let client: TestClient;
  let own: { id: number; code: string };
  let count = 0;

  const app = useTestApp({ env: { RATE_LIMIT_FACTOR: '1000' } });
  beforeAll(async () => {
    own = await app.make.aService({ code: 'CONSEIL' });
    const partner = await app.make.aPartner({ serviceItems: [own] });
    agent = await app.make.anAgent({ partnerId: partner.id, lang: 'es' });
    client = await app.as(agent);
  });
  beforeEach(() => app.db.outboxMail.deleteMany());

  const upload = (text: string | Buffer, query = '', by: TestClient = client) =>
    by.post(path + query).attach('file', Buffer.from(text as string), {
      filename: 'demandes.csv',
      contentType: 'text/csv',
    });
  const refused = async (text: string | Buffer, query = ''): Promise<Refusal> => {
    const before = await app.db.supportRequest.count();
    const { body } = await upload(text, query).expect(400);
    expect(await app.db.supportRequest.count()).toBe(before);
    expect((body as Refusal).code).toBe('IMPORT_INVALID');
    return body as Refusal;
  };
  /** A person whose account the organisation created, so its lines for them are submitted at once. */
  const aClient = (over: { lang?: string; email?: string } = {}) =>
    app.make.aBeneficiary({ openedBy: agent.partnerId, ...over });
  /** Each file is unique. */
  const csv = (...lines: string[]): string => {
    count += 1;
    return [header, ...lines, `# ${String(count)}`].join('\n');
  };

  it('creates submitted, routed and numbered requests with history, receipt and one mail per organisation', async () => {
    const person = await aClient({ lang: 'en' });
    const other = await app.make.aService({ code: 'FINANCE' });
    const colleague = await app.make.anAgent({ partnerId: agent.partnerId });
    const elsewhere = await app.make.aPartner({ serviceItems: [other, own] });
    const reader = await app.make.anAgent({ partnerId: elsewhere.id });
    const { body } = await upload(
      csv(
        `${person.email.toUpperCase()};"Ouvrir, ""vite""\nun café";CONSEIL|FINANCE;;2026-03-31;https://youtu.be/abcdefghijk`,
        `${person.email};;CONSEIL;;2026/01/15 09:30;`,
        `${person.email};sans date;CONSEIL;;;`,
      ),
    ).expect(200);
    expect(body).toEqual({
      imported: 3,
      requests: { importId: expect.any(Number) as number, filed: 3, waiting: 0, skipped: 0 },
      messages: ['Le fichier a bien été chargé!'],
    });

    const requests = await app.db.supportRequest.findMany({
      where: { beneficiaryId: person.id },
      orderBy: { id: 'asc' },
      include: {
        steps: { orderBy: { position: 'asc' } },
        services: true,
        history: { orderBy: { id: 'asc' } },
        import: true,
      },
    });
    expect(requests).toHaveLength(3);
    const [first, second] = requests;
    expect(first).toMatchObject({
      description: 'Ouvrir, "vite"\nun café',
      urlVideo: 'https://youtu.be/abcdefghijk',
      status: 'NOUVEAU',
      percent: 0,
      // Midnight in Morocco, an hour ahead of UTC.
      dateRequest: new Date('2026-03-30T23:00:00Z'),
      import: {
        kind: 'REQUESTS',
        rows: 3,
        partnerId: agent.partnerId,
        agentId: agent.id,
        originalName: 'demandes.csv',
      },
      // The importer gets the services that it offers, even if others offer them too. Other services are routed as
      // usual.
      steps: [
        {
          position: 0,
          titleItemId: own.id,
          partnerId: agent.partnerId,
          status: 'ASSIGNED',
          percent: 0,
        },
        { position: 1, titleItemId: other.id, partnerId: elsewhere.id, status: 'ASSIGNED' },
      ],
    });
    expect(first?.submittedAt).not.toBeNull();
    expect(
      first?.history.map(({ kind, fromStatus, toStatus, actorId }) => [
        kind,
        fromStatus,
        toStatus,
        actorId,
      ]),
    ).toEqual([
      ['CREATED', null, 'EN_COURS_DE_CREATION', agent.id],
      ['SUBMITTED', 'EN_COURS_DE_CREATION', 'NOUVEAU', agent.id],
      ['ROUTED', null, 'ASSIGNED', agent.id],
      ['ROUTED', null, 'ASSIGNED', agent.id],
    ]);
    expect(second).toMatchObject({
      description: null,
      dateRequest: new Date('2026-01-15T08:30:00Z'),
    });
    const numbers = requests.map(({ numRequest }) => numRequest);
    expect(new Set(numbers).size).toBe(3);
    expect(numbers.every((number) => /^\d{4}-\d{6}$/.test(number))).toBe(true);

    const mails = await app.mails();
    expect(mails.filter(({ template }) => template === 'requestsFiled')).toMatchObject([
      {
        to: person.email,
        lang: 'en',
        params: {
          count: 3,
          requests: requests.map(({ id, numRequest }) => ({ requestId: id, numRequest })),
        },
      },
    ]);
    const assigned = mails
      .filter(({ template }) => template !== 'requestsFiled')
      .map(({ to, template, params }) => [to, template, params]);
    expect(assigned).toHaveLength(2);
    expect(assigned).toContainEqual([
      colleague.email,
      'stepsAssigned',
      expect.objectContaining({ count: 3 }),
    ]);
    expect(assigned).toContainEqual([
      reader.email,
      'stepAssigned',
      expect.objectContaining({ numRequest: numbers[0] }),
    ]);
  });

  it('reads the journey and the date in Arabic-Indic digits', async () => {
    const person = await aClient();
    const journey = await app.make.aJourney({ partnerId: agent.partnerId });
    const arabic = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const date = arabic('2026/01/31 09:30');
    await upload(csv(`${person.email};x;;${arabic(String(journey.id))};${date};`)).expect(200);
    expect(
      await app.db.supportRequest.findFirstOrThrow({ where: { journeyDefId: journey.id } }),
    ).toMatchObject({ dateRequest: new Date('2026-01-31T08:30:00Z'), isDateStated: true });
    // An unknown value is quoted as it was written.
    const answer = await upload(csv(`${person.email};x;;٩٩٩٩٩٩;;`)).expect(400);
    expect(answer.text).toContain('٩٩٩٩٩٩');
  });

  it('follows a journey that has a task of the importing organisation', async () => {
    const person = await aClient();
    const next = await app.make.aPartner();
    const journey = await app.make.aJourney({ partnerId: agent.partnerId });
    await app.db.taskDef.create({
      data: { journeyDefId: journey.id, position: 1, titleItemId: own.id, partnerId: next.id },
    });
    await upload(csv(`${person.email};x;;${String(journey.id)};;`)).expect(200);
    const request = await app.db.supportRequest.findFirstOrThrow({
      where: { beneficiaryId: person.id },
      include: { steps: { orderBy: { position: 'asc' } } },
    });
    expect(request).toMatchObject({
      journeyDefId: journey.id,
      status: 'NOUVEAU',
      steps: [
        { partnerId: agent.partnerId, status: 'ASSIGNED' },
        { partnerId: next.id, status: 'NOT_STARTED', assignedAt: null },
      ],
    });
  });

  it('passes a request for a service that no organisation offers to the administrator', async () => {
    const person = await aClient();
    await app.make.aService({ code: 'PERSONNE' });
    await upload(csv(`${person.email};x;PERSONNE|CONSEIL;;;`)).expect(200);
    const request = await app.db.supportRequest.findFirstOrThrow({
      where: { beneficiaryId: person.id },
      include: { history: true },
    });
    expect(request.status).toBe('EN_COURS_DE_QUALIFICATION');
    expect(request.history.map(({ kind, toStatus }) => [kind, toStatus])).toContainEqual([
      'STATUS',
      'EN COURS DE QUALIFICATION',
    ]);
  });

  it('passes services of an organisation without agents to the administrator, reported once per file', async () => {
    const [person, service] = [await aClient(), await app.make.aService({ code: 'ABSENTE' })];
    const absent = await app.make.aPartner({ serviceItems: [service], isAttended: false });
    const journey = await app.make.aJourney({ partnerId: agent.partnerId });
    await app.db.taskDef.create({
      data: {
        journeyDefId: journey.id,
        position: 1,
        titleItemId: service.id,
        partnerId: absent.id,
      },
    });
    const line = `${person.email};x`;
    await upload(csv(`${line};ABSENTE|CONSEIL;;;`, `${line};;${String(journey.id)};;`)).expect(200);
    const requests = await app.db.supportRequest.findMany({
      where: { beneficiaryId: person.id, importId: { not: null } },
      orderBy: { id: 'asc' },
      include: { steps: { orderBy: { position: 'asc' } } },
    });
    expect(requests).toMatchObject([
      { status: 'EN_COURS_DE_QUALIFICATION', steps: [{ partnerId: agent.partnerId }] },
      {
        status: 'EN_COURS_DE_QUALIFICATION',
        steps: [
          { partnerId: agent.partnerId, status: 'ASSIGNED' },
          { partnerId: absent.id, status: 'NOT_STARTED' },
        ],
      },
    ]);
    const logged = app.logLines.filter((one) => one.includes(requests[1]?.numRequest ?? '-'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(requests[0]?.numRequest);
  });

  it('lists every fault of every line in the reader’s language, and imports nothing', async () => {
    const person = await aClient();
    const closed = await app.make.aJourney({
      partnerId: agent.partnerId,
      endDate: new Date('2020-01-01'),
    });
    const strict = await app.make.aJourney({ partnerId: agent.partnerId });
    await app.db.journeyDefSetting.create({
      data: { journeyDefId: strict.id, code: 'BUSINESS_PLAN', mandatory: true },
    });
    const ok = `${person.email};fine;CONSEIL;;;`;
    const { errors, message, details } = await refused(
      csv(
        ok,
        'nobody@example.org;x;CONSEIL;;;',
        `${agent.email};x;CONSEIL;;;`,
        'not an address;x;INCONNU|CONSEIL;;31/02/2026;https://evil.example/watch?v=abcdefghijk',
        `${person.email};x;;;;`,
        `${person.email};x;CONSEIL;1;;`,
        `${person.email};x;;999999;;`,
        `${person.email};x;;${String(closed.id)};;`,
        `${person.email};x;;${String(strict.id)};;`,
        `${person.email};x;CONSEIL;;2190-01-01;`,
        `${person.email};${'x'.repeat(4001)};CONSEIL;;;`,
        `${person.email};x;CONSEIL;;;;too;many`,
        ok,
      ),
      '?lang=en',
    );
    expect(message).toBe('The file contains errors: nothing was imported.');
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    const at = (line: number): string[] | undefined =>
      errors.find((entry) => entry.line === line)?.errors;
    const noPerson = (line: number, email: string) =>
      `email_beneficiaire (A${String(line)}): No beneficiary has the email ${email}. Write that of their account, or import this person first.`;
    expect(at(3)).toEqual([noPerson(3, 'nobody@example.org')]);
    expect(at(4)).toEqual([noPerson(4, agent.email)]);
    expect(at(5)).toEqual([
      'email_beneficiaire (A5), “not an address”: The email must be in a valid format. Write for example name@example.org.',
      'url_video (F5), “https://evil.example/watch?v=abcdefghijk”: The YouTube link is not valid. Write for example https://youtu.be/dQw4w9WgXcQ.',
      'date (E5), “31/02/2026”: This date is not valid. Write for example 31/03/2026.',
      'services (C5): The service INCONNU does not exist. Write a code or a label of the template.',
    ]);
    expect(at(6)).toHaveLength(1);
    expect(at(8)).toContain(
      'parcours (D8): The journey 999999 does not exist. Write a number or a title of the template.',
    );
    expect(at(10)).toEqual([
      `parcours (D10), “${String(strict.id)}”: This journey requires documents or answers: file the request at the counter, or ask the person to file it.`,
    ]);
    expect(at(11)).toEqual([
      'date (E11), “2190-01-01”: The date cannot be in the future. Write a past date, or empty the cell.',
    ]);
    expect(at(13)?.[0]).toContain('more cells than the header');
    expect(details).toEqual({
      faults: errors.reduce((sum, entry) => sum + entry.errors.length, 0),
    });
    expect(await app.mails()).toEqual([]);
  });

  it('rejects services and journeys of other organisations only', async () => {
    const person = await aClient();
    const foreign = await app.make.aService({ code: 'AILLEURS' });
    const other = await app.make.aPartner({ serviceItems: [foreign] });
    const journey = await app.make.aJourney({ partnerId: other.id });
    const { errors } = await refused(
      csv(`${person.email};x;AILLEURS;;;`, `${person.email};x;;${String(journey.id)};;`),
    );
    expect(errors).toEqual([
      {
        line: 2,
        errors: [
          'services (C2), «\u00a0AILLEURS\u00a0»\u00a0: Votre organisme ne propose aucun de ces services. Écrivez au moins un des services de votre modèle de fichier.',
        ],
      },
      {
        line: 3,
        errors: [
          `parcours (D3), «\u00a0${String(journey.id)}\u00a0»\u00a0: Votre organisme n’intervient pas dans ce parcours. Écrivez un parcours de votre modèle de fichier.`,
        ],
      },
    ]);
  });

  it('reports the one bad line among thousands', async () => {
    const person = await aClient();
    const lines = Array.from({ length: 5000 }, () => `${person.email};x;CONSEIL;;;`);
    lines[3210] = 'someone@example.org;x;CONSEIL;;;';
    const { errors } = await refused(csv(...lines));
    expect(errors).toEqual([
      {
        line: 3212,
        errors: [
          expect.stringMatching(
            /^email_beneficiaire \(A3212\).*Aucun bénéficiaire n’a l’email someone@example\.org\./,
          ),
        ],
      },
    ]);
  });

  it('lists a thousand faults and counts the others', async () => {
    const { errors, details } = await refused(
      csv(...Array.from({ length: 1500 }, () => 'nobody@example.org;x;CONSEIL;;;')),
    );
    expect(details).toEqual({ faults: 1500 });
    expect(errors).toHaveLength(1001);
    expect(errors.at(-1)).toMatchObject({ line: 1002 });
    expect(errors.at(-1)?.errors[0]).toMatch(/1\s?000.*1\s?500/u);
  });

  it.each([
    [
      'no line at all',
      `${header}\n`,
      1,
      'Le fichier ne contient aucune ligne à importer. Ajoutez au moins une ligne sous l’en-tête.',
    ],
    [
      'an unknown title',
      'email_beneficiaire;besoin;services;salaire\na@b.cd;x;CONSEIL;1\n',
      1,
      'Colonnes inconnues\u00a0: salaire (D). Téléchargez le modèle de fichier pour connaître les titres attendus.',
    ],
    [
      'a missing title',
      'besoin;services\nx;CONSEIL\n',
      1,
      'Colonnes manquantes\u00a0: email_beneficiaire. Ajoutez-les\u00a0: leurs titres sont dans le modèle de fichier.',
    ],
    [
      'neither services nor journey',
      'email_beneficiaire;besoin\na@b.cd;x\n',
      1,
      'Colonnes manquantes\u00a0: services | parcours. Ajoutez-les\u00a0: leurs titres sont dans le modèle de fichier.',
    ],
    [
      'a title twice',
      'email_beneficiaire;besoin;services;Besoin\na@b.cd;x;CONSEIL;1\n',
      1,
      'Colonnes en double\u00a0: Besoin (D). Gardez une seule colonne par titre.',
    ],
    [
      'a quote that is never closed',
      `${header}\n"nobody@example.org;x`,
      2,
      'email_beneficiaire (A2), «\u00a0"nobody@example.org\u00a0»\u00a0: Un guillemet ouvert sur cette ligne n’est jamais refermé. Refermez-le, ou supprimez-le.',
    ],
    [
      'another encoding',
      Buffer.from(`${header}\nn@e.org;año;CONSEIL;;;\n`, 'latin1'),
      2,
      'besoin (B2)\u00a0: Des lettres de «\u00a0a\uFFFDo\u00a0» ne sont pas en UTF-8. Dans votre tableur, choisissez «\u00a0Enregistrer sous\u00a0», puis «\u00a0CSV UTF-8\u00a0».',
    ],
  ])('refuses %s', async (_name, text, line, message) => {
    expect((await refused(text)).errors).toContainEqual({
      line,
      errors: expect.arrayContaining([message]),
    });
  });

  it('accepts titles in any order and case, untitled columns, and commas', async () => {
    const person = await aClient();
    await upload(
      `Services,,BESOIN,Email_Beneficiaire,\n CONSEIL ,,"un, deux",${person.email},\n`,
    ).expect(200);
    expect(
      await app.db.supportRequest.findFirst({ where: { beneficiaryId: person.id } }),
    ).toMatchObject({ description: 'un, deux' });
  });

  it('refuses a file of another kind than its name, and a call without a file', async () => {
    await upload(Buffer.from('%PDF-1.4\n')).expect(415);
    await client.post(path).attach('file', Buffer.from('a;b\n'), 'demandes.pdf').expect(415);
    await client
      .post(path)
      // UTF-16 without a byte order mark.
      .attach('file', Buffer.from('a;b', 'utf16le'), 'demandes.csv')
      .expect(415);
    await client.post(path).field('x', '1').expect(400);
    await upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a')).expect(413);
  });

  it('refuses the same bytes of the same organisation, unless the repetition is requested', async () => {
    const person = await aClient();
    const text = csv(`${person.email};x;CONSEIL;;;`);
    await upload(text).expect(200);
    const { body } = await upload(text).expect(409);
    expect(body).toMatchObject({
      code: 'ALREADY_IMPORTED',
      message: 'Ce fichier a déjà été importé.',
    });
    await upload(text, '?again=false').expect(409);
    await upload(text, '?again=true').expect(200);
    expect(await app.db.supportRequest.count({ where: { beneficiaryId: person.id } })).toBe(2);
    const partner = await app.make.aPartner({ serviceItems: [own] });
    await upload(text, '', await app.as(await app.make.anAgent({ partnerId: partner.id }))).expect(
      200,
    );
  });

  it.each(['', '?again=true'])(
    'imports once when the same file arrives several times at once %s',
    async (query) => {
      const person = await aClient();
      const text = csv(...Array.from({ length: 300 }, () => `${person.email};x;CONSEIL;;;`));
      const answers = await Promise.all(
        [1, 2, 3].map(async () => (await upload(text, query)).status),
      );
      // With "again", a call that starts after the first has ended imports once more, as asked.
      const done = answers.filter((status) => status === 200).length;
      expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
      expect(await app.db.supportRequest.count({ where: { beneficiaryId: person.id } })).toBe(
        300 * done,
      );
      if (query === '') expect(done).toBe(1);
    },
  );

  it('imports nothing of a refused file, and the same file after the cause is fixed', async () => {
    const text = csv('tardif@example.org;x;CONSEIL;;;');
    await refused(text);
    await aClient({ email: 'tardif@example.org' });
    await upload(text).expect(200);
  });

  it('is allowed for agents only: 401 without a session, 403 for a beneficiary, nothing read', async () => {
    await upload('x', '', app.anonymous).expect(401);
    await upload('x', '', await app.as(await app.make.aBeneficiary())).expect(403);
  });

  it('is logged with its author, its file and its counts', async () => {
    const person = await aClient();
    await upload(csv(`${person.email};secret need;CONSEIL;;;`)).expect(200);
    const line = app.logLines.filter((text) => text.includes('"event":"import.completed"')).at(-1);
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      kind: 'REQUESTS',
      userId: agent.id,
      partnerId: agent.partnerId,
      rows: 1,
    });
    expect(app.logLines.join('\n')).not.toContain('secret need');
  });

  it('offers an empty file with the codes, which can be imported once a line is added', async () => {
    const person = await aClient();
    const open = await app.make.aJourney({
      partnerId: agent.partnerId,
      titleFr: '=1+1',
      titleAr: 'مسار المقاولة',
    });
    for (const lang of ['fr', 'en', 'ar', 'es']) {
      const answer = await client.get(`/requests/canevas?lang=${lang}`).buffer(true).expect(200);
      expect(answer.headers['content-type']).toContain('text/csv');
      expect(answer.headers['content-disposition']).toContain('canevas_demandes.csv');
      const { text } = answer;
      expect(text).toContain('CONSEIL = ');
      expect(text).not.toContain('FINANCE =');
      expect(text).toContain(
        lang === 'ar' ? `${String(open.id)} = مسار المقاولة` : `${String(open.id)} = =1+1`,
      );
      expect(
        text
          .split('\r\n')
          .slice(1)
          .every((line) => line === '' || /^"?# /.test(line)),
      ).toBe(true);
      expect((await refused(text)).errors).toEqual([
        {
          line: 1,
          errors: [
            'Le fichier ne contient aucune ligne à importer. Ajoutez au moins une ligne sous l’en-tête.',
          ],
        },
      ]);
      await upload(`${text}${person.email};${lang};CONSEIL;;;\r\n`).expect(200);
    }
    expect(await app.db.supportRequest.count({ where: { beneficiaryId: person.id } })).toBe(4);
  });
});
