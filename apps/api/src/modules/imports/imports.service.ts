import type { Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { importsTranslator } from '../../platform/i18n/imports.ts';
import { beneficiaryImport, beneficiaryLookups } from './beneficiary-import.ts';
import { beneficiariesTemplate } from './beneficiaries-template.ts';
import { requestImport } from './request-import.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import { requestsTemplate } from './requests-template.ts';
import { runImport, type ImportDeps, type Importer } from './run-import.ts';

export interface ImportOptions {
  readonly lang: Lang;
  readonly again: boolean;
}

function partnerOf(actor: Actor): number {
  if (actor.partnerId === null) throw new ApiError('FORBIDDEN');
  return actor.partnerId;
}

function importerOf(actor: Actor, options: ImportOptions): Importer {
  return { actor, partnerId: partnerOf(actor), ...options };
}

/** Imports of an organisation, and the empty files they begin with. */
export function importsService(deps: ImportDeps) {
  return {
    /** @throws ApiError IMPORT_INVALID with the faults by line, ALREADY_IMPORTED, TOO_MANY_REQUESTS */
    async requests(actor: Actor, upload: Upload, options: ImportOptions) {
      const imported = await runImport(
        deps,
        requestImport(deps),
        upload,
        importerOf(actor, options),
      );
      return { imported, messages: [importsTranslator(options.lang)('done.requests')] };
    },

    /** @throws ApiError IMPORT_INVALID with the faults by line, ALREADY_IMPORTED, TOO_MANY_REQUESTS */
    async beneficiaries(actor: Actor, upload: Upload, options: ImportOptions) {
      const imported = await runImport(
        deps,
        beneficiaryImport(deps),
        upload,
        importerOf(actor, options),
      );
      return { imported, messages: [importsTranslator(options.lang)('done.beneficiaries')] };
    },

    async requestsTemplate(actor: Actor, lang: Lang): Promise<BinaryReply> {
      const lookups = await requestLookupsRepository(deps.db).lookups();
      return requestsTemplate(lookups, {
        partnerId: partnerOf(actor),
        now: deps.clock.now(),
        lang,
      });
    },

    async beneficiariesTemplate(actor: Actor, lang: Lang): Promise<BinaryReply> {
      return await beneficiariesTemplate(await beneficiaryLookups(deps.db, partnerOf(actor)), lang);
    },
  };
}
