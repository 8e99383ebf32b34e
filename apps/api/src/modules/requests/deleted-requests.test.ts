import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { useAdmin } from '../../testing/admin.ts';
import { addDocument, useTestApp } from '../../testing/index.ts';
import { personDataService } from '../accounts/index.ts';
import { emptyDeletedRequests, restoreDeletedRequest } from './index.ts';

const days = (count: number) => count * 24 * 3600;
const clock = movableClock();
const app = useTestApp({ clock });
const { admin, faults, out } = useAdmin(app);

const stored = async (): Promise<string> =>
  (await readdir(path.join(app.deps.settings.dataDir, 'files'), { recursive: true })).join('\n');

async function aDraft() {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({
    beneficiaryId: user.id,
    description: 'Ouvrir une boulangerie',
    observation: 'La surface',
  });
  const owner = await app.as(user);
  const { body } = await addDocument(owner, request.id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
  const read = () => app.db.supportRequest.findUniqueOrThrow({ where: { id: request.id } });
  return { user, request, owner, read, key: (body as { filename: string }).filename };
}

it('removes texts and files of a deleted request after 30 days, and keeps its number', async () => {
  const deleted = await aDraft();
  const remaining = await aDraft();
  const path = `/requests/${String(deleted.request.id)}`;
  await deleted.owner.delete(path).expect(200);
  clock.advance(days(29));
  expect(await emptyDeletedRequests(app.deps)).toBe(0);
  expect((await deleted.read()).description).toBe('Ouvrir une boulangerie');
  expect(await stored()).toContain(deleted.key);

  clock.advance(days(2));
  expect(await emptyDeletedRequests(app.deps)).toBe(1);
  expect(await deleted.read()).toMatchObject({
    numRequest: deleted.request.numRequest,
    status: 'SUPPRIME',
    description: null,
    observation: null,
  });
  expect(await app.db.requestDocument.count({ where: { requestId: deleted.request.id } })).toBe(0);
  await expect.poll(stored).not.toContain(deleted.key);
  // The second run finds no request, and the other request is intact.
  expect(await emptyDeletedRequests(app.deps)).toBe(0);
  expect((await remaining.read()).description).toBe('Ouvrir une boulangerie');
  expect(await stored()).toContain(remaining.key);
});

it('deletes the messages of its steps, but not a file that another request’s message uses', async () => {
  const { request, read } = await aDraft();
  const agent = await app.make.anAgent();
  const other = await app.make.aRequest({ status: 'ENTAME' });
  const steps = await Promise.all(
    [request.id, other.id].map((requestId) =>
      app.make.aStep({ requestId, partnerId: agent.partnerId }),
    ),
  );
  const files = await Promise.all(
    ['own', 'shared'].map((name) =>
      app.db.storedFile.create({
        data: {
          key: `${name}-${String(request.id)}`,
          originalName: `${name}.pdf`,
          mimeType: 'application/pdf',
          size: 1,
          sha256: '',
          ownerId: agent.id,
        },
      }),
    ),
  );
  for (const step of steps)
    await app.db.stepMessage.create({
      data: {
        stepId: step.id,
        authorId: agent.id,
        authorRole: 'PARTENAIRE',
        body: 'Bonjour',
        clientKey: crypto.randomUUID(),
        attachments: {
          create: files
            .filter(({ originalName }) => step === steps[0] || originalName === 'shared.pdf')
            .map(({ id }) => ({ fileId: id, name: 'x.pdf', size: 1 })),
        },
      },
    });
  await app.db.supportRequest.update({ where: { id: request.id }, data: { status: 'SUPPRIME' } });
  clock.advance(days(31));
  // Two processes run the housekeeping at once.
  const done = await Promise.all([emptyDeletedRequests(app.deps), emptyDeletedRequests(app.deps)]);
  expect(done[0] + done[1]).toBe(1);
  expect((await read()).description).toBeNull();
  expect(await app.db.stepMessage.count({ where: { step: { requestId: request.id } } })).toBe(0);
  expect(await app.db.stepMessage.count({ where: { step: { requestId: other.id } } })).toBe(1);
  const left = await Promise.all(
    files.map(({ id }) => app.db.storedFile.findUniqueOrThrow({ where: { id } })),
  );
  expect(left.map(({ removedAt }) => removedAt === null)).toEqual([false, true]);
});

it('restores a deleted request with its text, documents and status', async () => {
  const { user, request, owner, key } = await aDraft();
  const { numRequest } = request;
  const path = `/requests/${String(request.id)}`;
  await app.db.supportRequest.update({
    where: { id: request.id },
    data: { status: 'A_REFOURMULER' },
  });
  expect(await admin('requests', 'restore', numRequest)).toBe(1);
  expect(faults.at(-1)).toBe(`${numRequest} is not deleted.`);
  await owner.delete(path).expect(200);
  await owner.get(path).expect(404);
  clock.advance(days(29));
  expect(await admin('requests', 'restore', numRequest, '--as', 'Salma')).toBe(0);

  const again = await app.as(user);
  const { body } = await again.get(path).expect(200);
  expect(body).toMatchObject({
    description: 'Ouvrir une boulangerie',
    observation: 'La surface',
    status: { code: 'A_REFOURMULER' },
  });
  await again.get(`/downloadFileRequest/${key}`).expect(200);
  const history = await again.get(`${path}/history`).expect(200);
  expect((history.body as { items: object[] }).items.at(-1)).toMatchObject({ what: 'restored' });
  const notices = await again.get('/notices').expect(200);
  expect((notices.body as object[])[0]).toMatchObject({ kind: 'RESTORED', target: 'REQUEST' });
  const mails = await app.db.outboxMail.findMany({ where: { to: user.email } });
  expect(mails.at(-1)).toMatchObject({ template: 'requestRestored', params: { page: 'edit' } });
  expect(await admin('requests', 'show', numRequest)).toBe(0);
  expect(out.at(-1)).toMatch(/REQUEST_RESTORED +Salma/);
});

it('refuses to restore a request without text, also during its cleanup', async () => {
  const { request, owner, read } = await aDraft();
  await owner.delete(`/requests/${String(request.id)}`).expect(200);
  clock.advance(days(31));
  const word = { by: 'Salma', reason: null };
  const [, outcome] = await Promise.all([
    emptyDeletedRequests(app.deps),
    restoreDeletedRequest(app.deps, request.numRequest, word),
  ]);
  const { status, description } = await read();
  expect([status, description, outcome]).toEqual(
    outcome === 'restored'
      ? ['EN_COURS_DE_CREATION', 'Ouvrir une boulangerie', 'restored']
      : ['SUPPRIME', null, 'emptied'],
  );

  const gone = await aDraft();
  await gone.owner.delete(`/requests/${String(gone.request.id)}`).expect(200);
  await personDataService(app.deps).erase(gone.user.id, 'administrator');
  expect(await admin('requests', 'restore', gone.request.numRequest)).toBe(1);
  expect(faults.at(-1)).toMatch(/are erased/);
  expect(await admin('requests', 'restore', '2020-999999')).toBe(1);
  expect(faults.at(-1)).toMatch(/no request of this number/);
});
