import { mostAnswers, type FilledAnswer, type SavedAnswer } from '@wasl/contracts';
import { describe, expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';

const app = useTestApp();

const path = '/processing/answers';
const texts = (fr: string | null, more: object = {}) => ({
  fr,
  en: null,
  ar: null,
  es: null,
  ...more,
});

describe('saved answers of an organisation', () => {
  it('are added, changed and deleted by any of its agents, and hidden from other organisations', async () => {
    const agent = await app.make.anAgent();
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const stranger = await app.as(await app.make.anAgent());
    const client = await app.as(agent);
    const saved = (await client.post(path, { name: ' Bail ', texts: texts('Le bail') }).expect(201))
      .body as SavedAnswer;
    expect(saved).toEqual({ id: saved.id, name: 'Bail', texts: texts('Le bail'), version: 1 });
    await client.post(path, { name: 'Accueil', texts: texts(null, { ar: 'مرحبا' }) }).expect(201);
    const one = `${path}/${String(saved.id)}`;
    await stranger.put(one, { name: 'Bail', texts: texts('x') }).expect(404);
    await stranger.delete(one).expect(404);
    expect((await stranger.get(path).expect(200)).body).toEqual([]);
    await colleague.put(one, { name: 'Le bail', texts: texts('Votre bail') }).expect(200);
    const names = async () =>
      ((await colleague.get(path).expect(200)).body as SavedAnswer[]).map(({ name }) => name);
    expect(await names()).toEqual(['Accueil', 'Le bail']);
    await colleague.delete(one).expect(200);
    expect(await names()).toEqual(['Accueil']);
    await (await app.as(await app.make.aBeneficiary())).get(path).expect(403);
  });

  it('cannot be overwritten by an agent who has not seen the last change', async () => {
    const agent = await app.make.anAgent({ prenom: 'Karim', nom: 'Alaoui' });
    const client = await app.as(agent);
    const colleague = await app.as(await app.make.anAgent({ partnerId: agent.partnerId }));
    const { id, version } = (
      await client.post(path, { name: 'Bail', texts: texts('x') }).expect(201)
    ).body as SavedAnswer;
    const one = `${path}/${String(id)}`;
    const first = { name: 'Bail', texts: texts('Le premier'), version };
    expect((await client.put(one, first).expect(200)).body).toMatchObject({ version: 2 });
    // A repeated change is accepted and keeps the version.
    expect((await client.put(one, first).expect(200)).body).toMatchObject({ version: 2 });
    const second = { name: 'Bail', texts: texts('Le second'), version };
    const refused = await colleague.put(one, second).expect(409);
    expect(refused.body).toMatchObject({
      code: 'ANSWER_CHANGED',
      current: {
        name: 'Bail',
        texts: texts('Le premier'),
        version: 2,
        changedBy: { kind: 'colleague', name: 'Karim Alaoui' },
      },
    });
    await colleague.put(one, { ...second, version: 2 }).expect(200);
    // An older client sends no version.
    await client.put(one, { name: 'Bail', texts: texts('Le dernier') }).expect(200);
    // Of twenty concurrent changes of the same version, one succeeds.
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        client.put(one, { name: 'Bail', texts: texts(`de ${String(at)}`), version: 4 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('require a unique name, a text in at least one language, and only known placeholders', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    const { id } = (await client.post(path, { name: 'Bail', texts: texts('x') }).expect(201))
      .body as SavedAnswer;
    await client.post(path, { name: 'Reçu', texts: texts('x') }).expect(201);
    for (const name of ['bail', 'BÀIL', 'Bail '])
      expect((await client.post(path, { name, texts: texts('y') }).expect(409)).body).toMatchObject(
        { code: 'ALREADY_EXISTS' },
      );
    await client.put(`${path}/${String(id)}`, { name: 'recu', texts: texts('x') }).expect(409);
    await client.put(`${path}/${String(id)}`, { name: 'BAIL', texts: texts('x') }).expect(200);
    // Another organisation can use the same name.
    await (
      await app.as(await app.make.anAgent())
    )
      .post(path, { name: 'Bail', texts: texts('x') })
      .expect(201);
    for (const [given, at] of [
      [texts(null), 'texts.fr'],
      [texts('  '), 'texts.fr'],
      [texts('Bonjour {nom}', { es: 'Hola {nombre}' }), 'texts.es'],
    ] as const) {
      const refused = await client.post(path, { name: 'Autre', texts: given }).expect(400);
      expect(refused.body).toMatchObject({ errors: [{ path: at }] });
    }
  });

  it('are limited to two hundred, for any number of simultaneous additions', async () => {
    const agent = await app.make.anAgent();
    const client = await app.as(agent);
    await app.db.savedAnswer.createMany({
      data: Array.from({ length: mostAnswers - 1 }, (_, at) => ({
        partnerId: agent.partnerId,
        name: `Réponse ${String(at)}`,
        nameKey: `reponse ${String(at)}`,
        textFr: 'x',
      })),
    });
    const added = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => client.post(path, { name, texts: texts('x') })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(await app.db.savedAnswer.count({ where: { partnerId: agent.partnerId } })).toBe(
      mostAnswers,
    );
  });

  it('are filled in for the reader of a step, in their language or another available language', async () => {
    const agent = await app.make.anAgent({ prenom: 'Karim', nom: 'Alaoui' });
    const client = await app.as(agent);
    const user = await app.make.aBeneficiary({ prenom: 'Amina', nom: 'Idrissi', lang: 'ar' });
    const request = await app.make.aRequest({
      beneficiaryId: user.id,
      status: 'NOUVEAU',
      dateRequest: new Date('2026-03-09T23:30:00Z'),
    });
    const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
    const keep = (name: string, given: object) =>
      client.post(path, { name, texts: given }).expect(201);
    await keep('Accueil', texts('Bonjour {nom}', { ar: 'مرحبا {nom} {numRequest}' }));
    await keep('Signature', texts(null, { es: '{agent}, {organisme} {date}' }));
    const filled = async (query: string) =>
      (await client.get(`/processing/steps/${String(step.id)}/answers${query}`).expect(200))
        .body as { answers: FilledAnswer[]; readerLang: string };
    const textsOf = async (query: string) => {
      const { answers, readerLang } = await filled(query);
      return [readerLang, ...answers.map(({ lang, text }) => `${lang}: ${text}`)];
    };
    const { title } = await app.db.partner.findUniqueOrThrow({ where: { id: agent.partnerId } });
    const name = (
      (await client.get(`/processing/steps/${String(step.id)}/file`)).body as {
        row: { beneficiary: { name: string }; dateRequest: string };
      }
    ).row;
    const day = name.dateRequest.slice(0, 10).split('/').reverse().join('/');
    const signature = `es: Karim Alaoui, ${title} ${day}`;
    expect(await textsOf('')).toEqual([
      'ar',
      `ar: مرحبا ${name.beneficiary.name} ${request.numRequest}`,
      signature,
    ]);
    // Texts for colleagues are in the writer's language.
    expect(await textsOf('?reader=colleagues&lang=fr')).toEqual([
      'fr',
      `fr: Bonjour ${name.beneficiary.name}`,
      signature,
    ]);
    const stranger = await app.as(await app.make.anAgent());
    await stranger.get(`/processing/steps/${String(step.id)}/answers`).expect(404);
  });
});
