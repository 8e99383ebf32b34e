import { dayOf, unconfirmedDays } from '@wasl/contracts';

import { inAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { webhooksRepository as sentWebhooks } from '../../platform/webhooks/webhooks.repository.ts';
import { partnersService } from '../partners/index.ts';
import { makersLeftRepository } from './makers-left.repository.ts';
import { webhooksRepository } from './webhooks.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Marks keys and addresses whose maker left, tells the responsables of their organisation by one notice and one mail, and
 * turns off addresses that nobody confirmed in time. Keys end by themselves.
 */
export async function endWithoutMaker(deps: Pick<Deps, 'db' | 'clock' | 'mail'>): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const endsAt = new Date(now.getTime() + unconfirmedDays * dayMs);
  for (const partnerId of await makersLeftRepository(db).organisations(now)) {
    await inAct(deps, system, async (act) => {
      const { tx } = act;
      const organisation = await partnersService(tx).find(partnerId);
      const items = await makersLeftRepository(tx).mark(partnerId, now, endsAt);
      if (items.length === 0 || organisation === null) return;
      act.record({
        type: 'maker.left',
        partnerId,
        organisation,
        responsibles: await webhooksRepository(tx).responsibles(partnerId),
        endsOn: dayOf(endsAt),
        items,
      });
    });
  }
  for (const id of await makersLeftRepository(db).unconfirmed(now))
    await sentWebhooks(db).turnOff(id, 'MAKER_LEFT', now);
}
