import { randomUUID } from 'node:crypto';

import { webhookKinds } from '@wasl/contracts/plugins/webhooks';
import type { Prisma } from '@wasl/db';

import type { OpenDeps } from '../../../platform/program/open-deps.ts';
import type { PluginWorker } from '../../../platform/queue/queue-worker.ts';
import type { TestApp } from '../../../testing/index.ts';

export type WebhookColumns = Partial<Prisma.WebhookEndpointUncheckedCreateInput>;

/** An enabled address. Its default secret is not sealed, so it cannot sign. */
export async function aWebhook({ db, make }: TestApp, over: WebhookColumns = {}) {
  const partnerId = over.partnerId ?? (await make.aPartner()).id;
  const columns = { url: 'https://erp.example.ma/wasl', description: 'ERP', secret: 'x' };
  const made = { createdAt: new Date(), createdById: randomUUID() };
  const kinds = [...webhookKinds];
  return await db.webhookEndpoint.create({
    data: { ...columns, ...made, kinds, ...over, partnerId },
  });
}

/** The webhook worker, which does not poll. */
export function senderOf({ workers }: Pick<OpenDeps, 'workers'>): PluginWorker {
  const { webhooks } = workers;
  if (webhooks === undefined) throw new Error('The process was opened without the plugin');
  return webhooks;
}
