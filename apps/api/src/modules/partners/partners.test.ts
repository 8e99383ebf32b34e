import { beforeAll, describe, expect, it } from 'vitest';

import { adminOn } from '../../testing/admin.ts';
import { createTestApp, useTestApp } from '../../testing/index.ts';
import { searchKey } from '../reference/index.ts';

const searchPath = '/partners/titleAndServicesAndSecteursAndSupportTypes';

const app = useTestApp();
beforeAll(async () => {
  for (const list of ['SERVICE', 'DOCUMENT'])
    await app.db.referenceList.create({ data: { code: list } });
});

const item = (parent: string, code: string) => app.make.anItem(parent, { code, libelleFr: code });
const organisation = (title: string, over: object = {}) =>
  app.make.aPartner({ title, titleKey: searchKey(title), ...over });
const titles = (body: unknown) => (body as { title: string }[]).map(({ title }) => title);

it('limits many searches from one address', async () => {
  const limited = await createTestApp();
  try {
    const search = () => limited.anonymous.post(searchPath, {});
    await search().expect(200);
    const address = '127.0.0.1';
    expect(await limited.deps.limits.tryConsume('search', { address }, 599)).toBe(true);
    await search().expect(429);
  } finally {
    await limited.close();
  }
});

describe('organisations', () => {
  beforeAll(async () => {
    const [tourism, farming, advice, funding] = [
      await item('SECTEUR_ACTIVITE', 'TOURISME'),
      await item('SECTEUR_ACTIVITE', 'AGRICULTURE'),
      await item('TYPE_SUPPORT', 'CONSEIL'),
      await item('SERVICE', 'FINANCEMENT'),
    ];
    await organisation('Échanges du Détroit', {
      areas: { create: [{ itemId: tourism.id }] },
      supportTypes: { create: [{ itemId: advice.id }] },
    });
    await organisation('agence du Nord', {
      areas: { create: [{ itemId: tourism.id }, { itemId: farming.id }] },
      services: { create: [{ itemId: funding.id }] },
    });
    await organisation('100 % Rif_Montagne');
    await organisation('Chambre en attente', { approvedAt: null });
  });

  it('are listed for everybody once approved, by title, with their total', async () => {
    const answer = await app.anonymous.get('/partners').expect(200);
    expect(titles(answer.body)).toEqual([
      '100 % Rif_Montagne',
      'agence du Nord',
      'Échanges du Détroit',
    ]);
    expect(answer.headers['x-total-count']).toBe('3');
    const second = await app.anonymous.get('/partners?page=1&size=2').expect(200);
    expect(titles(second.body)).toEqual(['Échanges du Détroit']);
    expect(second.headers['x-total-count']).toBe('3');
    expect((await app.anonymous.get('/partners?page=9').expect(200)).body).toEqual([]);
  });

  it('have a name in the reader’s language if it exists, and are found by every name', async () => {
    const { id } = await organisation('Chambre des pêches', {
      titleAr: 'غرفة الصيد البحري',
      descriptionAr: 'غرفة مهنية',
    });
    const read = async (lang: string) =>
      (await app.anonymous.get(`/partners/${String(id)}?lang=${lang}`).expect(200)).body as object;
    expect(await read('ar')).toMatchObject({
      title: 'غرفة الصيد البحري',
      description: 'غرفة مهنية',
    });
    expect(await read('es')).toMatchObject({
      title: 'Chambre des pêches',
      description: 'Accompagne les porteurs de projet',
    });
    for (const title of ['الصيد البحري', 'pêches'])
      expect(
        (await app.anonymous.post(`${searchPath}?lang=ar`, { title }).expect(200)).body,
      ).toMatchObject({ data: [{ id, title: 'غرفة الصيد البحري' }], total: 1 });
    await app.db.partner.update({ where: { id }, data: { approvedAt: null } });
  });

  it('show their description and contact, and no data of their agents', async () => {
    const row = await app.db.partner.findFirstOrThrow({ where: { title: 'agence du Nord' } });
    const given = { phone: '+212539300300', whatsapp: '+212661300300' };
    await app.db.partner.update({ where: { id: row.id }, data: given });
    await app.make.anAgent({ partnerId: row.id });
    const answer = await app.anonymous.get(`/partners/${String(row.id)}`).expect(200);
    expect(answer.body).toEqual({
      id: row.id,
      title: 'agence du Nord',
      description: 'Accompagne les porteurs de projet',
      logo: null,
      category: null,
      areas: [
        { code: 'TOURISME', libelle: 'TOURISME' },
        { code: 'AGRICULTURE', libelle: 'AGRICULTURE' },
      ],
      supportTypes: [],
      services: [{ code: 'FINANCEMENT', libelle: 'FINANCEMENT' }],
      contact: { ...given, email: null, address: null, openingHours: null, website: null },
    });
  });

  it.each([
    [{ title: 'ECHANGES' }, ['Échanges du Détroit']],
    [{ title: ' du ' }, ['agence du Nord', 'Échanges du Détroit']],
    [{ title: '%' }, ['100 % Rif_Montagne']],
    [{ title: '_' }, ['100 % Rif_Montagne']],
    [{ title: '\\' }, []],
    [{ title: '' }, ['100 % Rif_Montagne', 'agence du Nord', 'Échanges du Détroit']],
    [{ areas: ['AGRICULTURE'] }, ['agence du Nord']],
    [{ areas: [{ code: 'TOURISME' }] }, ['agence du Nord', 'Échanges du Détroit']],
    [{ areas: ['TOURISME'], supportTypes: ['CONSEIL'] }, ['Échanges du Détroit']],
    [{ services: ['FINANCEMENT'] }, ['agence du Nord']],
    [{ areas: ['INCONNU'] }, []],
    [{ title: 'attente' }, []],
    [{ title: null, areas: null, services: null, supportTypes: null, createdBy: 'x' }, 3],
  ])('are found by the search %j', async (body, expected) => {
    const answer = await app.anonymous.post(searchPath, body).expect(200);
    const { data, total } = answer.body as { data: unknown[]; total: number };
    if (typeof expected === 'number') expect(data).toHaveLength(expected);
    else expect(titles(data)).toEqual(expected);
    expect(total).toBe(data.length);
    expect(answer.headers['x-total-count']).toBe(String(total));
  });

  it('are hidden before their approval', async () => {
    const row = await app.db.partner.findFirstOrThrow({ where: { title: 'Chambre en attente' } });
    await app.anonymous.get(`/partners/${String(row.id)}`).expect(404);
    await app.anonymous.get('/partners/2000000000').expect(404);
  });

  it.each(['0', '-1', '1.5', 'x', '2147483648', '1e99', '%00'])('reject the id %s', async (id) => {
    await app.anonymous.get(`/partners/${id}`).expect(400);
  });

  it.each(['page=-1', 'page=1e9', 'page=NaN', 'size=0', 'size=1000000', 'size=x', 'page=1&page=2'])(
    'reject the paging %s',
    async (query) => {
      await app.anonymous.get(`/partners?${query}`).expect(400);
      await app.anonymous.post(`${searchPath}?${query}`, {}).expect(400);
    },
  );

  it.each([
    [{ areas: 'TOURISME' }],
    [{ areas: [{ $in: ['TOURISME'] }] }],
    [{ services: Array(51).fill('A') }],
    [{ title: { contains: '' } }],
    [{ title: 'a\u0000b' }],
    [[]],
  ])('reject the search %j', async (body) => {
    await app.anonymous.post(searchPath, body).expect(400);
  });
});

describe('document types of an organisation', () => {
  it('are its own types, then common uploadable types; a new type belongs to it alone', async () => {
    await item('DOCUMENT', 'STATUTS');
    await item('DOCUMENT', 'ILLUSTRATIVE_VIDEO');
    const [agent, other] = [await app.make.anAgent(), await app.make.anAgent()];
    const [client, stranger] = [await app.as(agent), await app.as(other)];
    const added = await client
      .post(`/partners/addDoc/${String(agent.partnerId)}/DOCUMENT`, {
        code: null,
        libelle: 'Étude d’impact',
        description: 'Signée',
        string_1: '',
      })
      .expect(201);
    expect(added.body).toMatchObject({
      code: 'ETUDE_D_IMPACT',
      libelle: 'Étude d’impact',
      description: 'Signée',
      string_1: null,
    });
    const docs = await stranger.get(`/docs/${String(agent.partnerId)}`).expect(200);
    expect(docs.body).toEqual([
      { document: { code: 'ETUDE_D_IMPACT', libelle: 'Étude d’impact' } },
      { document: { code: 'STATUTS', libelle: 'STATUTS' } },
    ]);
    const others = await stranger.get(`/docs/${String(other.partnerId)}`).expect(200);
    expect(others.body).toEqual([{ document: { code: 'STATUTS', libelle: 'STATUTS' } }]);
    // The same label of another organisation gets another code, because codes are unique in a list.
    const same = await stranger
      .post(`/partners/addDoc/${String(other.partnerId)}/DOCUMENT`, { libelle: 'Étude d’impact' })
      .expect(201);
    expect(same.body).toMatchObject({ code: 'ETUDE_D_IMPACT_2' });
  });

  it('cannot be added to another or an unknown organisation', async () => {
    const [agent, other] = [await app.make.anAgent(), await app.make.aPartner()];
    const client = await app.as(agent);
    const before = await app.db.referenceItem.count();
    for (const id of [other.id, 2_000_000_000]) {
      await client
        .post(`/partners/addDoc/${String(id)}/DOCUMENT`, { libelle: 'Pièce' })
        .expect(404);
    }
    expect(await app.db.referenceItem.count()).toBe(before);
  });

  it('of approved organisations are readable by any signed-in user', async () => {
    const client = await app.as(await app.make.aBeneficiary());
    const waiting = await app.make.aPartner({ approvedAt: null });
    await client.get(`/docs/${String(waiting.id)}`).expect(404);
    await client.get(`/docs/${String((await app.make.aPartner()).id)}`).expect(200);
    await app.anonymous.get('/docs/1').expect(401);
  });
});

describe('adding a service', () => {
  it('lists it immediately for its own organisation, and for others after the administrator’s approval', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const added = await client
      .post('/params/SERVICE/addChild', { libelle: 'Veille juridique' })
      .expect(201);
    const { partnerVersion, ...service } = added.body as { partnerVersion: number };
    expect(service).toMatchObject({ code: 'VEILLE_JURIDIQUE', libelle: 'Veille juridique' });
    expect(partnerVersion).toBe(2);
    const seen = async () => {
      const list = await app.anonymous.get('/params/paramsByParent/SERVICE').expect(200);
      const partner = await app.anonymous.get(`/partners/${String(agent.partnerId)}`).expect(200);
      return {
        inList: (list.body as { code: string }[]).some(({ code }) => code === 'VEILLE_JURIDIQUE'),
        offered: (partner.body as { services: { code: string }[] }).services.map(
          ({ code }) => code,
        ),
      };
    };
    expect(await seen()).toEqual({ inList: false, offered: [] });
    const own = async () =>
      (
        (await client.get(`/currentUserPartner/${agent.id}`).expect(200)).body as {
          partner: { services: unknown };
        }
      ).partner.services;
    expect(await own()).toEqual([{ code: 'VEILLE_JURIDIQUE', libelle: 'Veille juridique' }]);
    const beneficiary = await app.as(await app.make.aBeneficiary());
    const ask = () =>
      beneficiary
        .post('/requests')
        .field('createRequestDto', JSON.stringify({ services: ['VEILLE_JURIDIQUE'] }));
    await ask().expect(400);
    const stranger = await app.as(await app.make.anAgent());
    await stranger.post('/params/SERVICE/addChild', { libelle: 'veille  Juridique' }).expect(409);

    const printed: string[] = [];
    const approve = async () =>
      await adminOn(app, ['services', 'approve', 'VEILLE_JURIDIQUE', '--as', 'Karim'], (line) =>
        printed.push(line),
      );
    await approve();
    expect(await seen()).toEqual({ inList: true, offered: ['VEILLE_JURIDIQUE'] });
    await ask().expect(201);
    expect(
      await app.db.administratorAct.findMany({ where: { partnerId: agent.partnerId } }),
    ).toMatchObject([{ kind: 'SERVICE_APPROVED', byName: 'Karim', reason: 'VEILLE_JURIDIQUE' }]);
    await approve();
    expect(printed.at(-1)).toMatch(/^No proposed service/);
  });

  it('generates a code for a label without Latin letters, and normalises a sent code', async () => {
    const client = await app.as(await app.make.anAgent());
    const arabic = await client.post('/params/SERVICE/addChild', { libelle: 'مواكبة' }).expect(201);
    await client.post('/params/SERVICE/addChild', { libelle: 'مواکبه' }).expect(409);
    expect(arabic.body).toMatchObject({ code: 'SERVICE_1', libelle: 'مواكبة' });
    const coded = await client
      .post('/params/SERVICE/addChild', { code: 'aide|terrain;x', libelle: 'Aide au terrain' })
      .expect(201);
    expect(coded.body).toMatchObject({ code: 'AIDE_TERRAIN_X' });
  });

  it.each(['Conseil fiscal', ' CONSEIL   fiscal', 'Cónseil Fiscal'])(
    'rejects the label %j when it already exists',
    async (libelle) => {
      await app.make.aService({
        code: 'CONSEIL_FISCAL',
        libelleFr: 'Conseil fiscal',
        libelleKey: searchKey('Conseil fiscal'),
      });
      const client = await app.as(await app.make.anAgent());
      const answer = await client.post('/params/SERVICE/addChild', { libelle }).expect(409);
      expect(answer.body).toMatchObject({ code: 'ALREADY_EXISTS', errors: [{ path: 'libelle' }] });
    },
  );

  it('adds a label once, for any number of simultaneous calls and any code', async () => {
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => await app.as(await app.make.anAgent())),
    );
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.post('/params/SERVICE/addChild', {
          code: `CODE_${String(index)}`,
          libelle: 'Une seule fois',
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
    const where = { parent: 'SERVICE', libelleFr: 'Une seule fois' };
    expect(await app.db.referenceItem.count({ where })).toBe(1);
  });
});

describe.each([
  ['addChild', () => Promise.resolve('/params/SERVICE/addChild')],
  [
    'addDoc',
    (partnerId: number) => Promise.resolve(`/partners/addDoc/${String(partnerId)}/DOCUMENT`),
  ],
] as const)('%s', (_name, pathOf) => {
  it('is allowed for agents only', async () => {
    const path = await pathOf((await app.make.aPartner()).id);
    await app.anonymous.post(path, { libelle: 'Nouveau' }).expect(401);
    await (
      await app.as(await app.make.aBeneficiary())
    )
      .post(path, { libelle: 'Nouveau' })
      .expect(403);
    const before = await app.db.referenceItem.count();
    const waiting = await app.as(await app.make.anAgent({ approvedAt: null }));
    const refused = await waiting.post(path, { libelle: 'Nouveau' }).expect(403);
    expect(refused.body).toMatchObject({ code: 'ACCOUNT_PENDING_APPROVAL' });
    expect(await app.db.referenceItem.count()).toBe(before);
  });

  it.each([
    [{ libelle: 'ab' }, 'labelTooShort'],
    [{ libelle: '  a  ' }, 'labelTooShort'],
    [{}, 'labelTooShort'],
    [{ libelle: 'x'.repeat(151) }, 'tooLong'],
    [{ libelle: 'a\r\nb' }, 'forbiddenCharacters'],
    [{ libelle: { contains: 'a' } }, 'labelTooShort'],
  ])('refuses %j', async (body, code) => {
    const agent = await app.make.anAgent();
    const answer = await (
      await app.as(agent)
    )
      .post(await pathOf(agent.partnerId), body)
      .expect(400);
    expect((answer.body as { errors: unknown[] }).errors).toContainEqual(
      expect.objectContaining({ path: 'libelle', code }),
    );
  });

  it('ignores members that the caller may not set', async () => {
    const [agent, other] = [await app.make.anAgent(), await app.make.aPartner()];
    const libelle = `Libellé ${_name}`;
    const answer = await (
      await app.as(agent)
    )
      .post(await pathOf(agent.partnerId), {
        libelle,
        id: 1,
        parent: 'STATUS',
        partnerId: other.id,
        active: false,
        position: -5,
      })
      .expect(201);
    const { id } = answer.body as { id: number };
    const row = await app.db.referenceItem.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({
      active: true,
      partnerId: agent.partnerId,
    });
    expect(row.parent).toBe(_name === 'addDoc' ? 'DOCUMENT' : 'SERVICE');
    expect(row.position).toBeGreaterThan(0);
  });
});
