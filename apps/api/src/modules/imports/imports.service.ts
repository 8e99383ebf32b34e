import type { FiledState, Lang } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { BinaryReply } from '../../platform/http/handler.ts';
import type { Upload } from '../../platform/http/upload.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { importCatalogue, type ImportsKey } from './words/index.ts';
import { beneficiaryImport, beneficiaryLookups } from './beneficiary-import.ts';
import { beneficiariesTemplate } from './beneficiaries-template.ts';
import { faultFile } from './fault-file.ts';
import type { ImportDeps, Importer } from './import-job.ts';
import { filedRequestsRepository } from './filed-requests.repository.ts';
import { importRunsRepository, type RunsPage } from './import-runs.repository.ts';
import { presentFiledRequest, presentProgress, presentRun } from './imports.presenter.ts';
import { requestImport } from './request-import.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import { requestsTemplate } from './requests-template.ts';
import { runImport, type ImportOptions, type ImportResult } from './run-import.ts';

function partnerOf(actor: Actor): number {
  if (actor.partnerId === null) throw new ApiError('FORBIDDEN');
  return actor.partnerId;
}

function importerOf(actor: Actor, lang: Lang): Importer {
  return { actor, partnerId: partnerOf(actor), lang };
}

function answerOf(result: ImportResult, lang: Lang, key: Extract<ImportsKey, `done.${string}`>) {
  const { imported, requests, skippedLines, preview, notes } = result;
  return {
    imported,
    messages: preview ? [] : [importCatalogue.in(lang)(key)],
    ...(requests === undefined ? {} : { requests }),
    ...(skippedLines === undefined ? {} : { skippedLines: [...skippedLines] }),
    ...(preview === undefined ? {} : { preview }),
    ...(notes === undefined ? {} : { notes: [...notes] }),
  };
}

export function importsService(deps: ImportDeps & Pick<Deps, 'threads'>) {
  const runs = importRunsRepository(deps.db);
  return {
    /** @throws ApiError IMPORT_INVALID with the faults by line, ALREADY_IMPORTED, TOO_MANY_REQUESTS */
    async requests(actor: Actor, upload: Upload, lang: Lang, options: ImportOptions) {
      const importer = importerOf(actor, lang);
      const result = await runImport(deps, requestImport(deps), upload, importer, options);
      return answerOf(result, lang, 'done.requests');
    },

    /** @throws ApiError IMPORT_INVALID with the faults by line, ALREADY_IMPORTED, TOO_MANY_REQUESTS */
    async beneficiaries(actor: Actor, upload: Upload, lang: Lang, options: ImportOptions) {
      const importer = importerOf(actor, lang);
      const result = await runImport(deps, beneficiaryImport(deps), upload, importer, options);
      return answerOf(result, lang, 'done.beneficiaries');
    },

    /** Returns the file with its faults. @throws ApiError IMPORT_INVALID, TOO_MANY_REQUESTS */
    async requestFaults(actor: Actor, upload: Upload, lang: Lang): Promise<BinaryReply> {
      return await faultFile(deps, requestImport(deps), upload, importerOf(actor, lang));
    },

    /** Returns the file with its faults. @throws ApiError IMPORT_INVALID, TOO_MANY_REQUESTS */
    async beneficiaryFaults(actor: Actor, upload: Upload, lang: Lang): Promise<BinaryReply> {
      return await faultFile(deps, beneficiaryImport(deps), upload, importerOf(actor, lang));
    },

    /** The progress of the agent's own run. @throws ApiError NOT_FOUND */
    async progress(actor: Actor, run: string) {
      const found = await runs.findOwn(run, {
        partnerId: partnerOf(actor),
        agentId: actor.userId,
      });
      if (!found) throw new ApiError('NOT_FOUND');
      return presentProgress(found, deps.clock.now());
    },

    async history(actor: Actor, page: RunsPage, lang: Lang) {
      const { rows, total } = await runs.list(partnerOf(actor), page);
      const now = deps.clock.now();
      return {
        results: rows.map((run) => presentRun(run, now, deps.words[lang])),
        totalElements: total,
      };
    },

    /** Filed requests that wait for their person or were refused. */
    async filedRequests(
      actor: Actor,
      page: { agreement: FiledState | undefined; page: number; size: number },
      lang: Lang,
    ) {
      const partnerId = partnerOf(actor);
      const { rows, total, counts } = await filedRequestsRepository(deps.db).list(partnerId, page);
      return {
        results: rows.map((row) => presentFiledRequest(row, lang)),
        totalElements: total,
        counts,
      };
    },

    async requestsTemplate(actor: Actor, lang: Lang): Promise<BinaryReply> {
      const partnerId = partnerOf(actor);
      const lookups = await requestLookupsRepository(deps.db).lookups(partnerId);
      return requestsTemplate(lookups, {
        partnerId,
        now: deps.clock.now(),
        lang,
      });
    },

    async beneficiariesTemplate(actor: Actor, lang: Lang): Promise<BinaryReply> {
      const lists = await beneficiaryLookups(deps.db, partnerOf(actor));
      return await beneficiariesTemplate(lists, lang, deps.threads);
    },
  };
}
