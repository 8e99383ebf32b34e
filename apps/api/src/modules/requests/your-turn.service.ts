import { draftDays, type Lang, type YourTurn } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { presentYourTurn } from './your-turn.presenter.ts';
import { yourTurnRepository } from './your-turn.repository.ts';

export function yourTurnService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const repository = yourTurnRepository(db);
  return {
    async of(actor: Actor, lang: Lang): Promise<YourTurn> {
      const since = new Date(clock.now().getTime() - draftDays * 24 * 60 * 60 * 1000);
      return presentYourTurn(await repository.waiting(actor, since), lang);
    },
  };
}
