import { inAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { actsRepository } from './acts.repository.ts';
import { webhooksRepository } from './webhooks.repository.ts';

/**
 * Tells the responsables of each address that was turned off, by mail and notice, and writes it down; once, whichever process
 * does it. What turned it off, the sender or an administrator, need not wait for a mail.
 */
export async function tellTurnedOff(deps: Pick<Deps, 'db' | 'clock' | 'mail'>): Promise<void> {
  const { db } = deps;
  for (const id of await webhooksRepository(db).untold()) {
    await inAct(deps, system, async (act) => {
      const { tx } = act;
      const webhooks = webhooksRepository(tx);
      const row = await webhooks.markTold(id, act.now);
      if (row === null || row.offAt === null || row.offReason === null) return;
      const { partnerId, partner, url, offReason: reason } = row;
      await actsRepository(tx).record({
        kind: 'WEBHOOK_DISABLED',
        partnerId,
        subjectId: id,
        name: row.description,
        byId: null,
        at: row.offAt,
      });
      act.record({
        type: 'webhook.turnedOff',
        partnerId,
        organisation: partner,
        responsibles: await webhooks.responsibles(partnerId),
        // Not the whole address: it may hold a word that only its owner is to know.
        host: new URL(url).host,
        reason,
      });
    });
  }
}
