import { dayOf, unconfirmedDays } from '@wasl/contracts';

import { inAct } from '../../events/act.ts';
import { system } from '../../events/author.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { partnersService } from '../partners/index.ts';
import { actsRepository } from './acts.repository.ts';
import { keyAccesses } from './makers-left.repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Marks keys and addresses whose maker left, notifies the responsables by one notice and one mail, and disables
 * addresses that were not confirmed in time. Keys expire by themselves.
 */
export async function endWithoutMaker(
  deps: Pick<Deps, 'db' | 'clock' | 'mail' | 'additions'>,
): Promise<void> {
  const { db, clock, additions } = deps;
  const now = clock.now();
  const endsAt = new Date(now.getTime() + unconfirmedDays * dayMs);
  const accesses = [keyAccesses, ...additions.accesses];
  const found = await Promise.all(accesses.map(({ withoutMaker }) => withoutMaker(db, now)));
  for (const partnerId of new Set(found.flat())) {
    await inAct(deps, system, async (act) => {
      const { tx } = act;
      const organisation = await partnersService(tx).find(partnerId);
      const items: string[] = [];
      for (const { mark } of accesses) items.push(...(await mark(tx, partnerId, now, endsAt)));
      if (items.length === 0 || organisation === null) return;
      act.record({
        type: 'maker.left',
        partnerId,
        organisation,
        responsibles: await actsRepository(tx).responsibles(partnerId),
        endsOn: dayOf(endsAt),
        items,
      });
    });
  }
  for (const { endUnconfirmed } of accesses) await endUnconfirmed?.(db, now);
}
