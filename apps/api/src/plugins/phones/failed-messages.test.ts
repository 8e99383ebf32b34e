import { expect, it } from 'vitest';

import { anAdministrator } from '../../testing/administrators.ts';
import { failedRows } from '../../testing/failed-rows.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';

const app = useTestApp();
const me = madeBefore(() => anAdministrator(app));
const { list, retry, expectIndex } = failedRows(app, me);

it('lists phone messages, and retries all except codes and messages that a mail replaced', async () => {
  const user = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId: user.id });
  const message = { userId: user.id, state: 'FAILED', lastError: 'GATEWAY 500 down' } as const;
  const progress = await app.db.phoneMessage.create({
    data: { ...message, kind: 'PROGRESS', requestId: request.id },
  });
  const code = await app.db.phoneMessage.create({ data: { ...message, kind: 'CODE' } });
  const mailed = await app.db.phoneMessage.create({
    data: { ...message, kind: 'ACTION', isMailed: true },
  });
  const { rows } = await list('telephones');
  expect(rows).toMatchObject([
    { id: String(code.id), kind: 'CODE', block: 'code', to: user.email, cause: 'refused' },
    { id: String(progress.id), kind: 'PROGRESS', block: null, detail: 'GATEWAY 500 down' },
  ]);
  expect(await retry('telephones', String(code.id))).toBe(0);
  expect(await retry('telephones', String(mailed.id))).toBe(0);
  expect(await retry('telephones', String(progress.id))).toBe(1);
  const act = await app.db.administratorAct.findFirst({ where: { requestId: request.id } });
  expect(act).toMatchObject({ userId: user.id, reason: `telephones ${String(progress.id)}` });
});

it('reads each page from an index of failed rows', async () => {
  await expectIndex("phone_messages WHERE state = 'FAILED' AND is_mailed = false ORDER BY id DESC");
});
