import { draftDays, type Lang, type PendingWork } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { presentPendingWork } from './pending-work.presenter.ts';
import { pendingWorkRepository } from './pending-work.repository.ts';

export function pendingWorkService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = pendingWorkRepository(db);
  return {
    async of(actor: Actor, lang: Lang): Promise<PendingWork> {
      const since = new Date(clock.now().getTime() - draftDays * 24 * 60 * 60 * 1000);
      return presentPendingWork(await repository.waiting(actor, since), lang);
    },
  };
}
