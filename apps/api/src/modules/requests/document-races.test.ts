// @module-tag slow

import type { RequestView } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { addDocument, useTestApp } from '../../testing/index.ts';

const app = useTestApp();

it('a request is read completely while one of its documents is being replaced', async () => {
  const user = await app.make.aBeneficiary();
  const { id } = await app.make.aRequest({ beneficiaryId: user.id });
  const client = await app.as(user);
  const put = () => addDocument(client, id, 'BUSINESS_PLAN', 'plan.pdf').expect(201);
  await put();
  const answers: { status: number; documents: number }[] = [];
  const read = async (): Promise<void> => {
    const { status, body } = await client.get(`/requests/${String(id)}`);
    answers.push({ status, documents: (body as Partial<RequestView>).documents?.length ?? -1 });
  };
  for (let round = 0; round < 10; round += 1) {
    let isReplaced = false;
    const replacer = put().then(() => {
      isReplaced = true;
    });
    const reader = async (): Promise<void> => {
      for (let attempt = 0; attempt < 4 && !isReplaced; attempt += 1) await read();
    };
    await Promise.all([replacer, ...Array.from({ length: 6 }, reader)]);
  }
  expect(answers.length).toBeGreaterThan(50);
  expect(answers.filter(({ status, documents }) => status !== 200 || documents !== 1)).toEqual([]);
}, 120_000);
