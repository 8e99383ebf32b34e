import { invalidField } from '../../platform/http/api-error.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { counterService, type CounterDeps } from './counter.service.ts';
import { importsService } from './imports.service.ts';

/** The contract requires one file of the right kind, and the binder checks it. */
function fileOf(uploads: readonly Upload[]): Upload {
  const [upload] = uploads;
  if (!upload) throw invalidField('file', 'fileRequired');
  return upload;
}

export function importsHandlers(deps: CounterDeps & Pick<Deps, 'threads'>): HandlersOf<'imports'> {
  const imports = importsService(deps);
  const counter = counterService(deps);
  return {
    importRequests: async ({ actor, filesOf, query: { again, dryRun, hidden, run }, lang }) => ({
      body: await imports.requests(actor, fileOf(filesOf('file')), lang, {
        again,
        dryRun,
        hidden,
        run,
      }),
    }),
    importBeneficiaries: async ({
      actor,
      filesOf,
      query: { again, dryRun, hidden, run },
      lang,
    }) => ({
      body: await imports.beneficiaries(actor, fileOf(filesOf('file')), lang, {
        again,
        dryRun,
        hidden,
        run,
      }),
    }),
    downloadRequestsTemplate: async ({ actor, lang }) =>
      await imports.requestsTemplate(actor, lang),
    downloadBeneficiariesTemplate: async ({ actor, lang }) =>
      await imports.beneficiariesTemplate(actor, lang),
    downloadRequestFaults: async ({ actor, filesOf, lang }) =>
      await imports.requestFaults(actor, fileOf(filesOf('file')), lang),
    downloadBeneficiaryFaults: async ({ actor, filesOf, lang }) =>
      await imports.beneficiaryFaults(actor, fileOf(filesOf('file')), lang),
    listImports: async ({ actor, query: { kind, page, size, sort }, lang }) => {
      const body = await imports.history(actor, { kind, page, size, sort }, lang);
      return { body, total: body.totalElements };
    },
    listFiledRequests: async ({ actor, query: { agreement, page, size }, lang }) => {
      const body = await imports.filedRequests(actor, { agreement, page, size }, lang);
      return { body, total: body.totalElements };
    },
    listCounterChoices: async ({ actor, lang }) => ({ body: await counter.choices(actor, lang) }),
    findCounterPeople: async ({ actor, body: { search } }) => ({
      body: await counter.findPeople(actor, search),
    }),
    fileRequest: async ({ actor, body, filesOf }) => {
      const filed = await counter.file(actor, body, filesOf('files'));
      return { body: { request: filed && { id: filed.id, numRequest: filed.numRequest } } };
    },
    getImportRun: async ({ actor, params }) => ({
      body: await imports.progress(actor, params.run),
    }),
  };
}
