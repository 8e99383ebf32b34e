import { inAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import { actsRepository } from '../../modules/integrations/index.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { webhookDisabled } from './events.ts';
import { webhooksRepository } from './webhooks.repository.ts';

/**
 * Notifies the responsables of each disabled address by mail and notice, and records it. It happens once across all
 * processes. The sender or administrator that disabled the address does not wait for it.
 */
export async function notifyDisabled(deps: Pick<Deps, 'db' | 'clock' | 'mail'>): Promise<void> {
  const { db } = deps;
  for (const id of await webhooksRepository(db).unnotified()) {
    await inAct(deps, system, async (act) => {
      const { tx } = act;
      const row = await webhooksRepository(tx).markNotified(id, act.now);
      if (row === null || row.offAt === null || row.offReason === null) return;
      const { partnerId, partner, url, offReason: reason } = row;
      const acts = actsRepository(tx);
      await acts.record({
        kind: 'WEBHOOK_DISABLED',
        partnerId,
        subjectId: id,
        name: row.description,
        byId: null,
        at: row.offAt,
      });
      act.recordOther(webhookDisabled, {
        partnerId,
        organisation: partner,
        responsibles: await acts.responsibles(partnerId),
        // Only the host: the full address may contain a secret.
        host: new URL(url).host,
        reason,
      });
    });
  }
}
