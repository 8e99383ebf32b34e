import type { HandlersOf } from '../../platform/http/handler.ts';
import { phonesService, type PhonesDeps } from './phones.service.ts';

/** The calls of the phones area. */
export function phonesHandlers(deps: PhonesDeps): HandlersOf<'phones'> {
  const phones = phonesService(deps);
  return {
    getPhoneMessages: async ({ actor }) => ({ body: await phones.view(actor) }),
    savePhoneNumber: async ({ actor, body, address }) => ({
      body: await phones.name(actor, body, address),
    }),
    verifyPhoneNumber: async ({ actor, body }) => ({
      body: await phones.verify(actor, body.code),
    }),
    savePhoneMessages: async ({ actor, body }) => ({ body: await phones.choose(actor, body) }),
    removePhoneNumber: async ({ actor }) => ({ body: await phones.remove(actor) }),
  };
}
