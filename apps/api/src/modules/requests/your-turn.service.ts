import type { Lang, YourTurn } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { presentYourTurn } from './your-turn.presenter.ts';
import { yourTurnRepository } from './your-turn.repository.ts';

/** What waits for a beneficiary. */
export function yourTurnService({ db }: Pick<Deps, 'db'>) {
  const repository = yourTurnRepository(db);
  return {
    async of(actor: Actor, lang: Lang): Promise<YourTurn> {
      return presentYourTurn(await repository.waiting(actor), lang);
    },
  };
}
