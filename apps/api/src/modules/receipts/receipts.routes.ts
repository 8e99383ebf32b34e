import type { HandlersOf } from '../../platform/http/handler.ts';
import { receiptsService, type ReceiptsDeps } from './receipts.service.ts';

export function receiptsHandlers(deps: ReceiptsDeps): HandlersOf<'receipts'> {
  const receipts = receiptsService(deps);
  return {
    getReceipt: async ({ actor, params, lang }) => ({
      body: await receipts.get(actor, params.id, lang),
    }),
    downloadReceipt: ({ actor, params, lang }) => receipts.print(actor, params.id, lang),
  };
}
