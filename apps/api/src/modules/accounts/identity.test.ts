import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { type TestClient, useTestApp } from '../../testing/index.ts';
import { anIndividual, gif, makeLists, movableClock, png } from '../../testing/account-samples.ts';

const clock = movableClock();
const app = useTestApp({ clock, env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

const someone = '3f2b8a30-5d0c-4c56-9f5b-0d7f6f3a2b11';

async function newcomer(): Promise<string> {
  const answer = await app.anonymous
    .post('/utilisateurs/signUpBeneficiary', anIndividual())
    .expect(201);
  return (answer.body as { data: string }).data;
}

function upload(
  client: TestClient,
  userId: string,
  file: Buffer = png,
  name = 'carte.png',
  info: object = {},
) {
  return client
    .post('/identity/upload')
    .field(
      'info',
      JSON.stringify({
        userId,
        typeIdentity: 'cin',
        idExpirationDate: '2199-01-31',
        url: null,
        ...info,
      }),
    )
    .attach('file', file, name);
}

const paperOf = (userId: string) =>
  app.db.identity.findUniqueOrThrow({ where: { userId }, include: { file: true } });

const both = (client: TestClient, userId: string, info: object = {}) =>
  upload(client, userId, png, 'recto.png', info).attach('back', gif, 'verso.gif');

describe('the identity document', () => {
  it('of a card is accepted with both sides, at sign-up and later', async () => {
    const userId = await newcomer();
    await both(app.anonymous, userId).expect(201);
    const names = async () => {
      const { file, back } = await app.db.identity.findUniqueOrThrow({
        where: { userId },
        include: { file: true, back: true },
      });
      return [file?.originalName, back?.originalName];
    };
    expect(await names()).toEqual(['recto.png', 'verso.gif']);
    await app.db.user.update({ where: { id: userId }, data: { emailConfirmedAt: new Date() } });
    const client = await app.as({ id: userId });
    const profile = async () =>
      ((await client.get(`/currentUser/${userId}`).expect(200)).body as { identity: unknown })
        .identity;
    const paper = { typeIdentity: 'cin', idExpirationDate: '2199-01-31', hasFile: true };
    expect(await profile()).toEqual({ ...paper, hasBack: true });
    // A newer paper replaces both sides of the earlier paper.
    await upload(client, userId).expect(201);
    expect(await names()).toEqual(['carte.png', undefined]);
    expect(await profile()).toEqual({ ...paper, hasBack: false });
    const removed = await app.db.storedFile.count({
      where: { ownerId: userId, removedAt: { not: null } },
    });
    expect(removed).toBe(2);
  });

  it('keeps the stored back of the card while the document references it', async () => {
    const user = await app.make.aBeneficiary();
    const client = await app.as(user);
    await both(client, user.id).expect(201);
    await app.db.storedFile.updateMany({
      where: { ownerId: user.id },
      data: { removedAt: new Date('2020-01-01') },
    });
    await app.deps.files.forgetRemoved(app.db);
    expect(await app.db.storedFile.count({ where: { ownerId: user.id } })).toBe(2);
  });

  it('of a passport has no back; a back that is not an image is refused with the whole upload', async () => {
    const userId = await newcomer();
    const answer = await both(app.anonymous, userId, { typeIdentity: 'passport' }).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ path: 'back' }] });
    await upload(app.anonymous, userId)
      .attach('back', Buffer.from('%PDF-1.4\n%%EOF\n'), 'verso.pdf')
      .expect(415);
    expect(await app.db.storedFile.count({ where: { ownerId: userId } })).toBe(0);
  });

  it('is accepted right after sign-up without a session, with its kind and date', async () => {
    const userId = await newcomer();
    await upload(app.anonymous, userId, png, 'carte nationale.png').expect(201, { success: true });
    const paper = await paperOf(userId);
    expect(paper).toMatchObject({
      typeIdentity: 'cin',
      idExpirationDate: new Date('2199-01-31'),
      file: { originalName: 'carte nationale.png', mimeType: 'image/png', ownerId: userId },
    });
    // The name on disk is random and contains nothing about the person.
    expect(paper.file?.key).toMatch(/^[\w-]{32}$/);
  });

  it.each([
    ['a PNG called .jpg', 'carte.jpg', 'carte.png'],
    ['a PNG called .webp', 'carte.recto.WEBP', 'carte.recto.png'],
    ['a PNG without extension', 'IMG_1234', 'IMG_1234.png'],
    ['a PNG called as a program', 'carte.exe', 'carte.exe.png'],
  ])('is stored with the type of its content: %s', async (_case, sent, stored) => {
    const userId = await newcomer();
    await upload(app.anonymous, userId, png, sent).expect(201);
    const { file } = await paperOf(userId);
    expect(file).toMatchObject({ mimeType: 'image/png', originalName: stored });
  });

  it('is accepted once without a session, whatever the number of simultaneous uploads', async () => {
    const userId = await newcomer();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload(app.anonymous, userId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const later = await upload(app.anonymous, userId).expect(409);
    expect(later.body).toMatchObject({ code: 'ALREADY_UPLOADED' });
    expect(await app.db.storedFile.count({ where: { ownerId: userId } })).toBe(1);
  });

  it('is refused without a session after thirty minutes', async () => {
    const userId = await newcomer();
    clock.advance(30 * 60 + 5);
    await upload(app.anonymous, userId).expect(404);
    expect(await app.db.identity.count({ where: { userId } })).toBe(0);
  });

  it('can be replaced through its owner’s session at any time', async () => {
    const user = await app.make.aBeneficiary({ createdAt: new Date('2020-01-01') });
    const client = await app.as(user);
    await upload(client, user.id).expect(201);
    const first = await paperOf(user.id);
    await upload(client, user.id, gif, 'passeport.gif', { typeIdentity: 'passport' }).expect(201);
    const second = await paperOf(user.id);
    expect(second).toMatchObject({ typeIdentity: 'passport', file: { mimeType: 'image/gif' } });
    const earlier = await app.db.storedFile.findUnique({ where: { id: first.fileId ?? 0 } });
    expect(earlier).toMatchObject({ removedAt: expect.any(Date) as Date });
  });

  it('can be uploaded only by its owner: another session, an agent’s id and an unknown id get 404', async () => {
    const userId = await newcomer();
    const stranger = await app.as(await app.make.aBeneficiary());
    await upload(stranger, userId).expect(404);
    await upload(app.anonymous, (await app.make.anAgent()).id).expect(404);
    await upload(app.anonymous, someone).expect(404);
    expect(await app.db.identity.count({ where: { userId } })).toBe(0);
  });

  it.each([
    ['a page called .png', Buffer.from('<html><script>alert(1)</script>'), 'carte.png', 415],
    ['a PDF', Buffer.from('%PDF-1.4\n%%EOF\n'), 'carte.pdf', 415],
    ['an empty file', Buffer.alloc(0), 'carte.png', 415],
    ['more than 10 MB', Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]), 'carte.png', 413],
  ])('refuses %s', async (_case, file, name, status) => {
    const userId = await newcomer();
    await upload(app.anonymous, userId, file, name).expect(status);
    expect(await app.db.identity.count({ where: { userId } })).toBe(0);
  });

  it.each([
    ['an expired paper', { idExpirationDate: '2020-01-01' }, 'info.idExpirationDate'],
    ['a kind of paper that is none', { typeIdentity: 'permis' }, 'info.typeIdentity'],
    ['an id that is none', { userId: '1 OR 1=1' }, 'info.userId'],
  ])('refuses %s', async (_case, info, member) => {
    const answer = await upload(app.anonymous, await newcomer(), png, 'carte.png', info).expect(
      400,
    );
    expect(answer.body).toMatchObject({ errors: [{ path: member }] });
  });

  it('requires the file and the information', async () => {
    const userId = await newcomer();
    await app.anonymous.post('/identity/upload').attach('file', png, 'carte.png').expect(400);
    await app.anonymous
      .post('/identity/upload')
      .field(
        'info',
        JSON.stringify({ userId, typeIdentity: 'cin', idExpirationDate: '2199-01-31' }),
      )
      .expect(400);
    await app.anonymous
      .post('/identity/upload')
      .field('info', '{')
      .attach('file', png, 'a.png')
      .expect(400);
    await app.anonymous.post('/identity/upload', { info: {} }).expect(415);
  });

  it('leaves no temporary file behind', async () => {
    await upload(app.anonymous, someone).expect(404);
    expect(await readdir(path.join(app.deps.settings.dataDir, 'uploads'))).toEqual([]);
  });
});
