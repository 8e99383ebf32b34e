import { longestDraft, type PendingWork } from '@wasl/contracts';
import { describe, expect, it, vi } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { draftsService } from './index.ts';

let now = new Date('2026-03-01T12:00:00Z');
const app = useTestApp({ clock: { now: () => now } });

const at = '/drafts/request';
const need = (text: string) => ({ step: 2, description: text });

async function aPerson() {
  const user = await app.make.aBeneficiary();
  const client = await app.as(user);
  const put = (text: string, version: number | null) =>
    client.put(at, { value: need(text), version });
  const saved = async (text: string, version: number | null) =>
    ((await put(text, version).expect(200)).body as { version: number }).version;
  const storedDraft = async () => (await client.get(at).expect(200)).body as { draft: unknown };
  return { user, client, put, saved, storedDraft };
}

describe('a draft on the account', () => {
  it('is available on another device, in the owner’s list only, and deleted after submission', async () => {
    const { client, saved, storedDraft } = await aPerson();
    const unsaved = async () =>
      ((await client.get('/requests/yourTurn').expect(200)).body as PendingWork).UNSAVED;
    expect(await storedDraft()).toEqual({ draft: null });
    expect(await unsaved()).toBeNull();
    const version = await saved('Un local à Tétouan', null);
    await saved('Un local à Tétouan, 200 m²', version);
    expect(await storedDraft()).toEqual({
      draft: {
        value: need('Un local à Tétouan, 200 m²'),
        version: version + 1,
        savedAt: now.toISOString(),
      },
    });
    expect(await unsaved()).toBe(now.toISOString());
    await client.delete(at).expect(200);
    expect(await storedDraft()).toEqual({ draft: null });
    expect(await unsaved()).toBeNull();
  });

  it('cannot be overwritten by a device that has not seen it; the refusal contains the stored draft', async () => {
    const { put, saved, storedDraft } = await aPerson();
    const version = await saved('du téléphone', null);
    const current = { draft: { value: need('du téléphone'), version } };
    const refused = await put('de l’ordinateur', null).expect(409);
    expect(refused.body).toMatchObject({ code: 'DRAFT_CHANGED', current });
    await saved('du téléphone, suite', version);
    await put('de l’ordinateur', version).expect(409);
    await saved('de l’ordinateur', version + 1);
    expect(await storedDraft()).toMatchObject({ draft: { value: need('de l’ordinateur') } });
  });

  it('accepts exactly one of several simultaneous first saves', async () => {
    const { put } = await aPerson();
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => put(text, null)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('reports a conflict with a draft that another device creates at the same moment', async () => {
    const { client, put, saved, storedDraft } = await aPerson();
    const version = await saved('un', null);
    await client.delete(at).expect(200);
    const find = app.db.accountDraft.findFirst.bind(app.db.accountDraft);
    vi.spyOn(app.db.accountDraft, 'findFirst').mockImplementationOnce(((
      args: Parameters<typeof find>[0],
    ) =>
      find(args).then(async (row) => {
        await saved('du téléphone', null);
        return row;
      })) as unknown as typeof find);
    const refused = await put('de l’ordinateur', version).expect(409);
    expect(refused.body).toMatchObject({
      code: 'DRAFT_CHANGED',
      current: { draft: { value: need('du téléphone') } },
    });
    expect(await storedDraft()).toMatchObject({ draft: { value: need('du téléphone') } });
  });

  it('starts with a new version after another device has deleted it', async () => {
    const { client, saved, storedDraft } = await aPerson();
    const version = await saved('un', null);
    await client.delete(at).expect(200);
    const next = await saved('deux', version);
    // A device with the earlier draft's version sees a conflict.
    expect([version, version + 1]).not.toContain(next);
    expect(await storedDraft()).toMatchObject({ draft: { value: need('deux') } });
  });

  it('is encrypted in the database for its owner and its name', async () => {
    const { user, put } = await aPerson();
    await put('Une recette secrète', null).expect(200);
    const rows = await app.db.accountDraft.findMany({ where: { ownerId: user.id } });
    expect(JSON.stringify(rows)).not.toContain('secr');
    const thief = await aPerson();
    const sealed = rows[0]?.sealed ?? '';
    await app.db.accountDraft.create({
      data: { ownerId: thief.user.id, name: 'request', sealed, savedAt: now },
    });
    expect(await thief.storedDraft()).toEqual({ draft: null });
    await thief.put('le mien', null).expect(200);
  });

  it('has a maximum size, a maximum number and a maximum age', async () => {
    const { user, client, put } = await aPerson();
    const { body } = await put('x'.repeat(longestDraft), null).expect(400);
    const [fault] = (body as { errors: { path: string; code: string; message: string }[] }).errors;
    expect(fault).toMatchObject({ path: 'value', code: 'draftTooLong' });
    // The sentence names the limit.
    expect(fault?.message.replace(/\D/g, '')).toBe(String(longestDraft));
    await client.put('/drafts/simulator', { value: {}, version: null }).expect(400);
    for (const version of [2_147_483_648, 1e300, -1])
      await client.put(at, { value: {}, version }).expect(400);
    for (let id = 1; id <= 22; id += 1) {
      now = new Date(now.getTime() + 1000);
      await client
        .put(`/drafts/request-${String(id)}`, { value: need('x'), version: null })
        .expect(200);
    }
    const left = await app.db.accountDraft.findMany({ where: { ownerId: user.id } });
    expect(left).toHaveLength(20);
    expect(left.map(({ name }) => name)).not.toContain('request-1');
    await put('vieux', null).expect(200);
    now = new Date(now.getTime() + 31 * 24 * 3_600_000);
    const later = await app.as(user);
    expect((await later.get(at).expect(200)).body).toEqual({ draft: null });
    await draftsService(app.deps).forgetOld();
    expect(await app.db.accountDraft.count({ where: { ownerId: user.id } })).toBe(0);
  });
});
