import { inTransaction } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { HandlersFor } from '../../platform/http/handler.ts';
import { presentCodeLibelle, presentItem } from '../reference/index.ts';
import { presentPartner } from './partners.presenter.ts';
import { partnersService } from './partners.service.ts';

type PartnersCall =
  | 'listPartners'
  | 'searchPartners'
  | 'getPartner'
  | 'listDocumentTypes'
  | 'addDocumentType'
  | 'addService';

export function partnersHandlers(deps: Pick<Deps, 'db'>): HandlersFor<PartnersCall> {
  const partners = partnersService(deps.db);
  return {
    listPartners: async ({ query, lang }) => {
      const [rows, total] = await partners.list(query);
      return { body: rows.map((row) => presentPartner(row, lang)), total };
    },
    searchPartners: async ({ query, body, lang }) => {
      const [rows, total] = await partners.search(body, query);
      return { body: { data: rows.map((row) => presentPartner(row, lang)), total }, total };
    },
    getPartner: async ({ params, lang }) => ({
      body: presentPartner(await partners.get(params.id), lang),
    }),
    listDocumentTypes: async ({ params, lang }) => {
      const types = await partners.documentTypes(params.partnerId);
      return { body: types.map((type) => ({ document: presentCodeLibelle(type, lang) })) };
    },
    addDocumentType: async ({ actor, params, body, lang }) => {
      const added = await inTransaction(deps.db, (tx) =>
        partnersService(tx).addDocumentType(actor, params.id, body),
      );
      return { body: presentItem(added, lang) };
    },
    addService: async ({ actor, body, lang }) => {
      const added = await inTransaction(deps.db, (tx) =>
        partnersService(tx).addService(actor, body),
      );
      return { body: presentItem(added, lang) };
    },
  };
}
