import { expect, it } from 'vitest';

import { useAdmin } from '../testing/admin.ts';
import { useTestApp } from '../testing/index.ts';
import { testClient } from '../testing/test-client.ts';

const app = useTestApp();
const { admin, faults, out } = useAdmin(app);

const accesses = async (email: string) => await admin('person', 'accesses', email);

it('lists which agents opened a person’s requests, and whose requests an agent opened', async () => {
  const user = await app.make.aBeneficiary();
  const agent = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  await (await app.as(agent)).get(`/requests/${String(request.id)}`).expect(200);
  for (const email of [user.email, agent.email.toUpperCase()]) {
    out.length = 0;
    expect(await accesses(email)).toBe(0);
    expect(out).toHaveLength(3);
    for (const cell of ['FILE', agent.email, user.email, request.numRequest])
      expect(out[2]).toContain(cell);
  }
  out.length = 0;
  const other = await app.make.aBeneficiary();
  expect(await accesses(other.email)).toBe(0);
  expect(out).toEqual(['None.']);
  expect(await accesses('nobody@example.org')).toBe(1);
  expect(faults).toEqual(['There is no account with this e-mail.']);
});

it('shows the name of the key with which another system read requests', async () => {
  const user = await app.make.aBeneficiary();
  const { partnerId } = await app.make.anAgent();
  const request = await app.make.aRequest({ beneficiaryId: user.id, status: 'ENTAME' });
  await app.make.aStep({ requestId: request.id, partnerId });
  const { secret } = await app.make.aKey({ partnerId, name: 'ERP de Tanger' });
  await testClient(app.baseUrl, secret)
    .get(`/requests/${String(request.id)}`)
    .expect(200);
  expect(await accesses(user.email)).toBe(0);
  expect(out[2]).toContain('key ERP de Tanger');
});

it('records the author of an erasure', async () => {
  const { id, email } = await app.make.aBeneficiary();
  expect(await admin('person', 'erase', email, '--as', 'Karim Exemple')).toBe(0);
  const acts = () => app.db.administratorAct.findMany({ where: { userId: id } });
  expect(await acts()).toEqual([]);
  expect(await admin('person', 'erase', email, '--yes', '--as', 'Karim Exemple')).toBe(0);
  expect(await acts()).toMatchObject([{ kind: 'ERASED', byName: 'Karim Exemple' }]);
  expect(app.logLines.join('\n')).toContain('"as":"Karim Exemple"');
});

it('starts and cancels a merge of two accounts of one person', async () => {
  const [kept, other] = [await app.make.aBeneficiary(), await app.make.aBeneficiary()];
  const merge = async (...args: string[]) => await admin('person', 'merge', ...args);
  expect(await merge(kept.email, other.email)).toBe(2);
  expect(await merge(kept.email, kept.email, '--reason', 'Doublon')).toBe(1);
  expect(faults.at(-1)).toBe('This is one account.');
  const asked = ['--reason', 'Doublon', '--as', 'Karim Exemple'];
  expect(await merge(kept.email, other.email, ...asked)).toBe(0);
  const mails = (await app.mails()).filter(({ template }) => template === 'mergeAsked');
  expect(mails.map(({ to }) => to)).toEqual([kept.email, other.email]);
  expect(await merge(kept.email, other.email, ...asked)).toBe(1);
  expect(faults.at(-1)).toContain('person merge-cancel');
  expect(await admin('person', 'merge-cancel', other.email)).toBe(0);
  expect(await admin('person', 'merge-cancel', other.email)).toBe(1);
  const acts = await app.db.administratorAct.findMany({ where: { userId: kept.id } });
  expect(acts).toMatchObject([
    { kind: 'MERGE_STARTED', byName: 'Karim Exemple', reason: 'Doublon' },
    { kind: 'MERGE_CANCELLED' },
  ]);
});
