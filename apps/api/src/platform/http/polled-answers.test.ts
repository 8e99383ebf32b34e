import type { EndpointId } from '@wasl/contracts';
import { expect, it } from 'vitest';

import { useTestApp } from '../../testing/index.ts';
import { writeMessage } from '../../testing/sample-calls.ts';

const app = useTestApp();

it('returns 304 to a polling page until the response changes', async () => {
  const agent = await app.make.anAgent();
  const { id: beneficiaryId } = await app.make.aBeneficiary();
  const request = await app.make.aRequest({ beneficiaryId, status: 'ENTAME' });
  const step = await app.make.aStep({ requestId: request.id, partnerId: agent.partnerId });
  const client = await app.as(agent);
  const polled = {
    getUnread: '/unread',
    getWorklistMark: '/journeyInstanceProcessingSteps/mark',
    listThreads: '/messages/threads',
    getMessages: `/processing/step/${String(step.id)}/messages`,
  } satisfies Partial<Record<EndpointId, string>>;
  const tags: Record<string, string> = {};
  for (const [id, path] of Object.entries(polled)) {
    const { headers } = await client.get(path).expect(200);
    tags[id] = String(headers.etag);
    expect(headers['cache-control'], id).toBe('no-store');
    // As a browser sends it: with the instruction not to answer from a cache.
    const again = await client
      .get(path)
      .set({ 'if-none-match': `"another", ${tags[id]}`, 'cache-control': 'no-cache' });
    expect({ status: again.status, text: again.text }, id).toEqual({ status: 304, text: '' });
  }
  const owner = await app.as({ id: beneficiaryId });
  await writeMessage(owner, step.id, 'Quand puis-je venir ?').expect(201);
  for (const [id, path] of Object.entries(polled)) {
    if (id === 'getWorklistMark') continue;
    await client
      .get(path)
      .set('if-none-match', tags[id] ?? '')
      .expect(200);
  }
});
