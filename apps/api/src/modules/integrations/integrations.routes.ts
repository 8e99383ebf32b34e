import type { Deps } from '../../platform/program/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { keysService } from './keys.service.ts';

export function integrationsHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
): HandlersOf<'integrations'> {
  const keys = keysService(deps);
  return {
    listKeys: async ({ actor, params }) => ({ body: await keys.list(actor, params.id) }),
    createKey: async ({ actor, params, body }) => ({
      body: await keys.create(actor, params.id, body),
    }),
    revokeKey: async ({ actor, params }) => ({
      body: await keys.revoke(actor, params.id, params.keyId),
    }),
    confirmKey: async ({ actor, params }) => ({
      body: await keys.confirm(actor, params.id, params.keyId),
    }),
  };
}
