import { expect, it } from 'vitest';

import { settingsWith } from '../../platform/program/plugin.ts';
import { useAdmin } from '../../testing/admin.ts';
import { useTestApp } from '../../testing/index.ts';
import { phones } from './index.ts';

const app = useTestApp();
const { admin, out } = useAdmin(app);

it('lists phone messages without number and text, shows one and retries it', async () => {
  const user = await app.make.aBeneficiary();
  await app.db.messagePhone.create({
    data: { userId: user.id, number: '+212611223344', channel: 'WHATSAPP', kinds: ['ENDED'] },
  });
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const lost = { userId: user.id, requestId: request.id, state: 'FAILED', lastError: 'TIMEOUT' };
  const message = await app.db.phoneMessage.create({
    data: { ...lost, kind: 'ENDED', state: 'FAILED', attempts: 9 },
  });
  const mailed = await app.db.phoneMessage.create({
    data: { ...lost, kind: 'ENDED', state: 'FAILED', isMailed: true },
  });
  expect(await admin('messages', 'list')).toBe(0);
  expect(out.join('\n')).toContain('0 wait, 2 were given up, 0 left in the last 30 days.');
  expect(out.join('\n')).toMatch(
    new RegExp(
      `${String(message.id)} +${user.email} +ENDED +${request.numRequest} +9 .* no +TIMEOUT`,
    ),
  );
  expect(out.join('\n')).not.toContain('611223344');
  expect(await admin('messages', 'show', String(message.id))).toBe(0);
  expect(out.join('\n')).toMatch(/By +WHATSAPP/);
  expect(await admin('messages', 'retry')).toBe(2);
  expect(await admin('messages', 'retry', String(mailed.id))).toBe(1);
  expect(await admin('messages', 'retry', String(message.id))).toBe(0);
  expect(await app.db.phoneMessage.findUnique({ where: { id: message.id } })).toMatchObject({
    state: 'WAITING',
    attempts: 0,
  });
  expect(await admin('messages', 'list', '--state', 'lost')).toBe(2);
});

it('requires a secret with a gateway, and https for a gateway on another machine', () => {
  const MESSAGES_SECRET = 'c3Rvcmllcy1zaWduLXdpdGgtdGhpcy1zZWNyZXQtMDAwMDA=';
  const read = (env: Record<string, string>) => () =>
    settingsWith({ phones }, { DATABASE_URL: 'postgresql://u:p@127.0.0.1/wasl', ...env });
  const test = { NODE_ENV: 'test', MESSAGES_URL: 'http://gateway.example.ma/' };
  expect(read(test)).toThrow('MESSAGES_SECRET: is required with MESSAGES_URL');
  expect(read({ ...test, MESSAGES_SECRET })).not.toThrow();
  const served = { ...test, NODE_ENV: 'production', MESSAGES_SECRET };
  expect(read(served)).toThrow('MESSAGES_URL: is on another machine');
  expect(read({ ...served, MESSAGES_URL: 'http://127.0.0.1:8090/' })).not.toThrow('MESSAGES_');
});
