import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { addDocument, useTestApp } from '../../testing/index.ts';
import { emptyDeletedRequests } from './index.ts';

const days = (count: number) => count * 24 * 3600;
const clock = movableClock();
const app = useTestApp({ clock });

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

it('takes words and files of a deleted request after 30 days, and leaves its number', async () => {
  const deleted = await aDraft();
  const kept = await aDraft();
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
  expect((await kept.read()).description).toBe('Ouvrir une boulangerie');
  expect(await stored()).toContain(kept.key);
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
