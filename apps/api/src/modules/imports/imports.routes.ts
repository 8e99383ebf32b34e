import { invalidField } from '../../platform/http/api-error.ts';
import type { HandlersFor } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { importsService } from './imports.service.ts';
import type { ImportDeps } from './run-import.ts';

/** The contract asks for one file of the right kind, and the binder has seen to it. */
function fileOf(uploads: readonly Upload[]): Upload {
  const [upload] = uploads;
  if (!upload) throw invalidField('file', 'fileRequired');
  return upload;
}

export function importsHandlers(
  deps: ImportDeps,
): HandlersFor<
  | 'importRequests'
  | 'importBeneficiaries'
  | 'downloadRequestsTemplate'
  | 'downloadBeneficiariesTemplate'
> {
  const imports = importsService(deps);
  return {
    importRequests: async ({ actor, filesOf, query, lang }) => ({
      body: await imports.requests(actor, fileOf(filesOf('file')), { lang, again: query.again }),
    }),
    importBeneficiaries: async ({ actor, filesOf, query, lang }) => ({
      body: await imports.beneficiaries(actor, fileOf(filesOf('file')), {
        lang,
        again: query.again,
      }),
    }),
    downloadRequestsTemplate: async ({ actor, lang }) =>
      await imports.requestsTemplate(actor, lang),
    downloadBeneficiariesTemplate: async ({ actor, lang }) =>
      await imports.beneficiariesTemplate(actor, lang),
  };
}
