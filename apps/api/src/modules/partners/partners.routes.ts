import { inTransaction } from '../../platform/database/db.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { presentCodeLibelle, presentItem } from '../reference/index.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { logoService, type LogoDeps } from './logo.service.ts';
import { presentContact } from './organisation-contact.ts';
import { logoAddress, presentPartner } from './partners.presenter.ts';
import { partnersService } from './partners.service.ts';

/** A new picture has a new name, so logos can be cached by any page. */
const logoHeaders = {
  'cache-control': 'public, max-age=604800, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

export function partnersHandlers(deps: LogoDeps & Pick<Deps, 'limits'>): HandlersOf<'partners'> {
  const partners = partnersService(deps.db);
  const logos = logoService(deps);
  return {
    listPartners: async ({ query, lang }) => {
      const [rows, total] = await partners.list(query);
      return { body: rows.map((row) => presentPartner(row, lang)), total };
    },
    searchPartners: async ({ query, body, address, lang }) => {
      await deps.limits.consume('search', { address });
      const [rows, total] = await partners.search(body, query);
      return { body: { data: rows.map((row) => presentPartner(row, lang)), total }, total };
    },
    getPartner: async ({ params, lang }) => {
      const row = await partners.get(params.id);
      return { body: { ...presentPartner(row, lang), contact: presentContact(row) } };
    },
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
    uploadPartnerLogo: async ({ actor, params, body, filesOf, lang }) => {
      const upload = filesOf('file')[0];
      const key = await logos.upload({ actor, lang }, params.id, upload, body.replaces);
      return { body: { logo: logoAddress(key) } };
    },
    removePartnerLogo: async ({ actor, params, query, lang }) => {
      await logos.remove({ actor, lang }, params.id, query.replaces);
      return { body: { success: true as const } };
    },
    getPartnerLogo: async ({ params }) => ({
      ...(await logos.read(params.name)),
      headers: logoHeaders,
    }),
    addService: async ({ actor, body, lang }) => {
      const added = await inTransaction(deps.db, (tx) =>
        partnersService(tx).addService(actor, body, deps.clock.now()),
      );
      return { body: { ...presentItem(added, lang), partnerVersion: added.partnerVersion } };
    },
  };
}
