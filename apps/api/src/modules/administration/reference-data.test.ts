import { randomUUID } from 'node:crypto';
import path from 'node:path';

import type { ReferenceItemView } from '@wasl/contracts';
import type {
  ActView,
  JourneyView,
  ListItemView,
  StoredTexts,
} from '@wasl/contracts/administration';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  exportReference,
  findSeedFolder,
  isUnchanged,
  readSeedFiles,
  seedReference,
} from '../../seed/index.ts';
import { anAdministrator } from '../../testing/administrators.ts';
import { madeBefore, useTestApp, useTestFolder } from '../../testing/index.ts';
import { useOtherProcess } from '../../testing/other-process.ts';

const app = useTestApp({ isListening: true });
const other = useOtherProcess(app);
const me = madeBefore(() => anAdministrator(app));
const folder = useTestFolder();
const files = readSeedFiles(findSeedFolder(undefined));
const seed = async (from = files) => await seedReference(app.db, from, { clock: app.deps.clock });
beforeAll(async () => {
  await seed();
});

const words = (fr: string): StoredTexts => ({ fr, en: null, ar: `${fr} (ar)`, es: null });
interface List {
  readonly version: string;
  readonly items: readonly ListItemView[];
}
const readList = async (list: string) =>
  (await me.client.get(`/admin/reference/lists/${list}`).expect(200)).body as List;
const saveList = (list: string, body: object) =>
  me.client.put(`/admin/reference/lists/${list}`, body);
/** Saves the list with these items in place of the stored ones. */
async function edit(list: string, change: (items: readonly ListItemView[]) => readonly object[]) {
  const { version, items } = await readList(list);
  return await saveList(list, { version, items: change(items) });
}
const changed =
  (code: string, change: object) =>
  (items: readonly ListItemView[]): readonly object[] =>
    items.map((item) => (item.code === code ? { ...item, ...change } : item));
const newItem = (fr: string, more: object = {}) => ({
  code: null,
  active: true,
  libelle: words(fr),
  description: null,
  string_1: null,
  days: null,
  ...more,
});
async function offered(list: string, lang = 'fr', baseUrl = app.baseUrl) {
  for (const { signals } of [app.deps, other.deps]) await signals.waitUntilSynced();
  const answer = await fetch(`${baseUrl}/api/params/paramsByParentI18n/${list}?lang=${lang}`);
  return (await answer.json()) as ReferenceItemView[];
}
const acts = async () =>
  ((await me.client.get('/admin/history').expect(200)).body as { rows: ActView[] }).rows;

describe('a reference list', () => {
  it('is changed in texts, order and items, in every server process', async () => {
    const { items } = await readList('LOOKING_FOR');
    const [first = '', second = ''] = items.map(({ code }) => code);
    const answer = await edit('LOOKING_FOR', (stored) => [
      ...changed('AUTRE', { active: false })(stored).slice(1),
      { ...stored[0], libelle: words('Autre texte') },
      newItem('Être conseillé'),
    ]);
    expect([answer.status, answer.body]).toEqual([200, { inUse: [] }]);

    const others = items.map(({ code }) => code).filter((code) => ![first, 'AUTRE'].includes(code));
    for (const baseUrl of [app.baseUrl, other.baseUrl]) {
      const shown = await offered('LOOKING_FOR', 'ar', baseUrl);
      expect(shown.map(({ code }) => code)).toEqual([...others, first, 'ETRE_CONSEILLE']);
      expect(shown.at(-2)?.libelle).toBe('Autre texte (ar)');
    }
    expect((await offered('LOOKING_FOR', 'en')).at(-2)?.libelle).toBe('Autre texte');
    expect((await readList('LOOKING_FOR')).items[0]?.code).toBe(second);
    expect((await acts())[0]).toMatchObject({
      kind: 'LIST_CHANGED',
      by: me.email,
      reason: `LOOKING_FOR: AUTRE, ${first}, ETRE_CONSEILLE`,
    });
  });

  it('records nothing without a change', async () => {
    const before = (await acts())[0]?.id;
    expect((await edit('REVENUE', (items) => items)).status).toBe(200);
    expect((await acts())[0]?.id).toBe(before);
  });

  it('refuses the second of two simultaneous changes by administrators', async () => {
    const { version, items } = await readList('REVENUE');
    const body = (fr: string) => ({
      version,
      items: changed(items[0]?.code ?? '', { libelle: words(fr) })(items),
    });
    const answers = await Promise.all(['Un', 'Deux'].map((fr) => saveList('REVENUE', body(fr))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses to hide an item that a journey or a proposal uses, and lists the uses', async () => {
    const { status, body } = await edit(
      'SERVICE',
      changed('ACCUEIL_ORIENTATION', { active: false }),
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { inUse: [{ code: 'ACCUEIL_ORIENTATION' }] },
    });
    const [{ by }] = (body as { inUse: [{ by: string[] }] }).inUse;
    expect(by).toContain('Créer mon entreprise');
    expect((await offered('SERVICE')).map(({ code }) => code)).toContain('ACCUEIL_ORIENTATION');
    const proposals = files.lists.flatMap((list) =>
      list.parent === 'PROPOSITION' && 'items' in list ? list.items : [],
    );
    const [named] =
      /lookingFor:([A-Z_]+)/.exec(proposals.map((one) => one.string_1).join(' ')) ?? [];
    const code = named?.split(':')[1] ?? '';
    const hidden = await edit('LOOKING_FOR', changed(code, { active: false }));
    expect((hidden.body as { inUse: object[] }).inUse).toMatchObject([{ code }]);
  });

  it.each([
    [
      'SERVICE',
      'a repeated label',
      { libelle: words('Formation et mentorat') },
      'items.0.libelle.fr',
    ],
    [
      'SERVICE',
      'a link in a label',
      { libelle: { ...words('www.example.org'), ar: null } },
      'items.0.libelle.fr',
    ],
    ['SERVICE', 'no French label', { libelle: { ...words('x'), fr: ' ' } }, 'items.0.libelle.fr'],
    ['SERVICE', 'too many days', { days: 251 }, 'items.0.days'],
    ['SERVICE', 'an unknown code', { code: 'INCONNU' }, 'items.0.code'],
    ['JOURS_FERIES', 'a day that does not exist', { string_1: '02-30' }, 'items.0.string_1'],
    ['PAGE_AIDE', 'a program as a link', { string_1: 'javascript:alert(1)' }, 'items.0.string_1'],
    ['DOCUMENT', 'an unknown use', { string_1: 'X' }, 'items.0.string_1'],
    ['PROPOSITION', 'no rule', { string_1: 'journey:rien profil:ETUDIANT' }, 'items.0.string_1'],
    ['PROPOSITION', 'no need', { description: null }, 'items.0.description.fr'],
  ])('%s refuses %s', async (list, _, change, at) => {
    const { items } = await readList(list);
    const answer = await edit(list, changed(items[0]?.code ?? '', change));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: at }] });
    expect((await readList(list)).items).toEqual(items);
  });

  it.each([
    ['without an item', (items: readonly object[]) => items.slice(1)],
    ['with an item twice', (items: readonly object[]) => [...items, items[0]]],
  ])('is refused %s', async (_, change) => {
    const answer = await edit('REVENUE', (items) => change(items) as object[]);
    expect(answer.status).toBe(400);
  });

  it.each([
    ['new items', (items: readonly object[]) => [...items, newItem('Nouveau')]],
    ['another order', (items: readonly object[]) => [...items].reverse()],
  ])('of statuses rejects %s', async (_, change) => {
    expect((await edit('STATUS', (items) => change(items))).status).toBe(400);
  });

  it('of statuses accepts other texts but no hidden items', async () => {
    const { items } = await readList('STATUS');
    const code = items[0]?.code ?? '';
    await edit('STATUS', changed(code, { active: false, libelle: words('Dit autrement') }));
    expect((await readList('STATUS')).items[0]).toEqual({
      ...items[0],
      libelle: words('Dit autrement'),
    });
  });

  it('passes its labels on to the lists that show them with figures', async () => {
    const [before] = (await offered('PRIME_TERRITORIALE')) as [ReferenceItemView];
    await edit('PROVINCE', changed(before.code, { libelle: words('Autre nom') }));
    const after = (await offered('PRIME_TERRITORIALE')).find(({ code }) => code === before.code);
    expect(after).toEqual({ ...before, libelle: 'Autre nom' });
  });

  it('changes a page of text', async () => {
    const { items } = await readList('PAGE_AIDE');
    const code = items[0]?.code ?? '';
    const description = words('Un texte\n- en deux lignes');
    await edit('PAGE_AIDE', changed(code, { description, string_1: 'tel:+212539000000' }));
    expect((await offered('PAGE_AIDE')).find((item) => item.code === code)).toMatchObject({
      description: description.fr,
      string_1: 'tel:+212539000000',
    });
  });

  it('of holidays updates the deadlines of open steps', async () => {
    const { id } = await app.make.aStep({ days: 3 });
    const dueOn = async () =>
      (await app.db.processingStep.findUniqueOrThrow({ where: { id } })).dueOn;
    await edit('JOURS_FERIES', (items) => [...items].reverse());
    const before = await dueOn();
    const days = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => {
      const at = new Date(app.deps.clock.now().getTime() + n * 86_400_000);
      return newItem(`Jour ${String(n)}`, { string_1: at.toISOString().slice(0, 10) });
    });
    await edit('JOURS_FERIES', (items) => [...items, ...days]);
    expect((await dueOn())?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
  });
});

const journeyBody = (over: object = {}) => ({
  active: true,
  title: words(`Parcours ${randomUUID().slice(0, 8)}`),
  description: words('Pour vendre à l’étranger'),
  startDate: '2025-01-01',
  endDate: null,
  conditions: [words('Être majeur')],
  documents: [{ code: 'BUSINESS_PLAN', mandatory: true }],
  questions: [
    {
      code: null,
      kind: 'CHOICE',
      required: true,
      label: words('Quel marché ?'),
      help: null,
      options: [
        { code: null, label: words('Europe') },
        { code: null, label: words('Afrique') },
      ],
    },
    {
      code: null,
      kind: 'NUMBER',
      required: false,
      label: words('Combien de membres ?'),
      help: words('Sans vous'),
      options: [],
    },
  ],
  tasks: [] as object[],
  comment: null,
  buttonUrl: null,
  ...over,
});
const anOrganisation = async () => {
  const area = await app.db.referenceItem.findFirstOrThrow({
    where: { parent: 'SECTEUR_ACTIVITE' },
  });
  const service = await app.db.referenceItem.findFirstOrThrow({ where: { code: 'FINANCEMENT' } });
  return await app.make.aPartner({
    title: `Association ${randomUUID().slice(0, 8)}`,
    serviceItems: [service],
    areas: { create: { itemId: area.id } },
  });
};
const task = (organisationId: number, over: object = {}) => ({
  service: 'FINANCEMENT',
  organisationId,
  runsInParallel: false,
  days: null,
  ...over,
});
const create = (journey: object) => me.client.post('/admin/reference/journeys', { journey });
const readJourney = async (slug: string) =>
  (await me.client.get(`/admin/reference/journeys/${slug}`).expect(200)).body as {
    version: string;
    journey: JourneyView;
    usedTasks: number;
  };
const saveJourney = (slug: string, body: object) =>
  me.client.put(`/admin/reference/journeys/${slug}`, body);
async function aJourney(over: object = {}) {
  const { id } = await anOrganisation();
  const { body } = await create(journeyBody({ tasks: [task(id)], ...over })).expect(200);
  const { slug } = body as { slug: string };
  const row = await app.db.journeyDef.findUniqueOrThrow({ where: { slug } });
  return { slug, id: row.id, organisationId: id, ...(await readJourney(slug)) };
}

describe('a journey', () => {
  it('is added with questions and a document, and shows them to a person', async () => {
    const { slug, id, journey } = await aJourney();
    expect(journey.questions.map(({ code }) => code)).toEqual([
      'QUEL_MARCHE',
      'COMBIEN_DE_MEMBRES',
    ]);
    expect((await acts())[0]).toMatchObject({ kind: 'JOURNEY_ADDED', by: me.email, reason: slug });
    const client = await app.as(await app.make.aBeneficiary());
    const { body } = await client.get(`/journeyDefs/${String(id)}?lang=ar`).expect(200);
    expect(body).toMatchObject({
      questions: [
        {
          label: 'Quel marché ? (ar)',
          help: null,
          options: [{ libelle: 'Europe (ar)' }, { libelle: 'Afrique (ar)' }],
        },
        { label: 'Combien de membres ? (ar)', help: 'Sans vous (ar)' },
      ],
    });
    const english = await client.get(`/journeyDefs/${String(id)}?lang=en`).expect(200);
    expect(english.body).toMatchObject({ questions: [{ label: 'Quel marché ?' }, {}] });
    const list = (await me.client.get('/admin/reference').expect(200)).body as {
      journeys: { slug: string }[];
    };
    expect(list.journeys.map((one) => one.slug)).toContain(slug);
  });

  it('keeps the answers of earlier requests when a question is changed or removed', async () => {
    const { slug, id, version, journey } = await aJourney();
    const client = await app.as(await app.make.aBeneficiary());
    const made = await client
      .post('/requests')
      .field(
        'createRequestDto',
        JSON.stringify({
          journeyDef: id,
          answers: { QUEL_MARCHE: 'EUROPE', COMBIEN_DE_MEMBRES: 12 },
        }),
      )
      .expect(201);
    const [question] = journey.questions;
    const questions = [{ ...question, label: words('Vers quel marché ?') }];
    await saveJourney(slug, { version, journey: { ...journey, questions } }).expect(200);
    expect((await acts())[0]).toMatchObject({ kind: 'JOURNEY_CHANGED', reason: slug });
    const { body } = await client
      .get(`/requests/${String((made.body as { id: number }).id)}`)
      .expect(200);
    expect((body as { answers: { label: string; text: string }[] }).answers).toMatchObject([
      { label: 'Quel marché ?', text: 'Europe' },
      { label: 'Combien de membres ?', text: '12' },
    ]);
  });

  it('gets a separate address when another journey has the same title', async () => {
    const title = words(`Même titre ${randomUUID().slice(0, 8)}`);
    const slugs = await Promise.all([aJourney({ title }), aJourney({ title })]);
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(2);
    // The form of a new journey has this address.
    expect((await aJourney({ title: words('New') })).slug).toBe('new-2');
  });

  it('refuses the second of two simultaneous changes by administrators', async () => {
    const { slug, version, journey } = await aJourney();
    const answers = await Promise.all(
      ['Un', 'Deux'].map((fr) =>
        saveJourney(slug, { version, journey: { ...journey, title: words(fr) } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('records nothing without a change', async () => {
    const { slug, version, journey } = await aJourney();
    await saveJourney(slug, { version, journey }).expect(200);
    expect((await acts())[0]?.kind).toBe('JOURNEY_ADDED');
  });

  it('keeps the tasks of existing requests', async () => {
    const { slug, version, journey, organisationId } = await aJourney();
    const [def] = await app.db.taskDef.findMany({ where: { journeyDef: { slug } } });
    const request = await app.make.aRequest({
      status: 'NOUVEAU',
      journeyDefId: def?.journeyDefId ?? null,
    });
    await app.make.aStep({
      requestId: request.id,
      partnerId: organisationId,
      taskDefId: def?.id ?? null,
    });
    const more = { ...journey, tasks: [...journey.tasks, task(organisationId, { days: 4 })] };
    await saveJourney(slug, { version, journey: more }).expect(200);
    const now = await readJourney(slug);
    expect(now).toMatchObject({ usedTasks: 1, journey: { tasks: [{}, { days: 4 }] } });
    await app.make.aStep({
      requestId: request.id,
      partnerId: organisationId,
      position: 1,
      taskDefId:
        (await app.db.taskDef.findMany({ where: { journeyDef: { slug } } }))[1]?.id ?? null,
    });
    const answer = await saveJourney(slug, { version: now.version, journey });
    expect(answer.body).toMatchObject({ errors: [{ path: 'journey.tasks' }] });
  });

  it.each([
    ['no task', { tasks: [] }, 'journey.tasks'],
    ['an unknown service', { tasks: [task(1, { service: 'INCONNU' })] }, 'journey.tasks.0.service'],
    ['an unknown organisation', { tasks: [task(2_000_000)] }, 'journey.tasks.0.organisationId'],
    [
      'an unknown document',
      { documents: [{ code: 'X1', mandatory: true }] },
      'journey.documents.0.code',
    ],
    ['an end before its start', { endDate: '2024-12-31' }, 'journey.endDate'],
    [
      'a choice without options',
      { questions: [{ ...journeyBody().questions[0], options: [] }] },
      'journey.questions.0.options',
    ],
    [
      'a made-up code',
      { questions: [{ ...journeyBody().questions[1], code: 'MINE' }] },
      'journey.questions.0.code',
    ],
    ['a plain http button', { buttonUrl: 'http://example.org' }, 'journey.buttonUrl'],
    ['no French title', { title: { ...words('x'), fr: '' } }, 'journey.title.fr'],
  ])('is refused with %s', async (_, over, at) => {
    const { id } = await anOrganisation();
    const before = await app.db.journeyDef.count();
    const answer = await create(journeyBody({ tasks: [task(id)], ...over }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ path: at }] });
    expect(await app.db.journeyDef.count()).toBe(before);
  });

  it('refuses to change the kind of a stored question, and an unapproved organisation', async () => {
    const { slug, version, journey } = await aJourney();
    const [, question] = journey.questions;
    const questions = [{ ...question, kind: 'DATE' }];
    const kind = await saveJourney(slug, { version, journey: { ...journey, questions } });
    expect(kind.body).toMatchObject({ errors: [{ path: 'journey.questions.0.kind' }] });
    const pending = await app.make.aPartner({ approvedAt: null });
    const tasks = [task(pending.id)];
    const organisation = await saveJourney(slug, { version, journey: { ...journey, tasks } });
    expect(organisation.body).toMatchObject({
      errors: [{ path: 'journey.tasks.0.organisationId' }],
    });
  });

  it('responds with 404 for an unknown address', async () => {
    await me.client.get('/admin/reference/journeys/inconnu').expect(404);
    const body = { version: '', journey: journeyBody({ tasks: [task(1)] }) };
    await saveJourney('inconnu', body).expect(404);
  });
});

describe('changes by administrators', () => {
  it('remain when unchanged files are seeded, and are exported as files that change nothing', async () => {
    const { slug } = await aJourney();
    await edit('SERVICE', (items) => [
      ...changed('FINANCEMENT', { libelle: words('Trouver un financement') })(items),
      newItem('Traduire des documents'),
    ]);
    await edit('PROFIL', changed('EMPLOYE', { active: false }));
    await seed();
    const services = await offered('SERVICE');
    expect(services.map(({ libelle }) => libelle)).toEqual(
      expect.arrayContaining(['Trouver un financement', 'Traduire des documents']),
    );
    expect((await offered('PROFIL')).map(({ code }) => code)).not.toContain('EMPLOYE');

    const output = path.join(folder, 'exported');
    await exportReference(app.db, files, output);
    const exported = readSeedFiles(output);
    expect(exported.journeys.map((journey) => journey.slug)).toContain(slug);
    expect(JSON.stringify(exported.lists)).toContain('"TRADUIRE_DES_DOCUMENTS"');
    const changes = await seed(exported);
    expect(changes.filter((area) => !isUnchanged(area))).toEqual([]);
    const again = path.join(folder, 'again');
    await exportReference(app.db, exported, again);
    expect(readSeedFiles(again)).toEqual(exported);
  });
});
