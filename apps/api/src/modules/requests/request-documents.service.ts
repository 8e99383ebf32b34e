import type {
  AttachedDocumentCode,
  Lang,
  RequestDocumentCode,
  RequestDocumentView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { requireKind } from '../../platform/http/file-kind.ts';
import type { FileKind, Upload } from '../../platform/http/upload.ts';
import type { Files } from '../../platform/storage/files.ts';
import { withMadeFile } from '../../platform/storage/made-file.ts';
import { canBeneficiary, statusAfterEdit } from '../../policies/request-actions.ts';
import { reportsService, type ReportsDeps } from '../simulations/index.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestDocumentsRepository, type MadeOf } from './request-documents.repository.ts';
import { requestWrites, turnOf, type OwnedRequest } from './request-writes.repository.ts';
import { presentRequestDocument } from './requests.presenter.ts';

export type RequestDocumentsDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'mail'> & ReportsDeps;

/** What each document is, by content (specification §5). */
const kinds: Readonly<Record<RequestDocumentCode, FileKind>> = {
  BUSINESS_PLAN: 'pdf',
  ILLUSTRATIVE_PRESENTATION: 'pdf',
  DEFAULT_DOC: 'pdf',
  ILLUSTRATIVE_VIDEO: 'video',
};
const videoExtension = /\.(mp4|avi|mov|mkv|wmv)$/i;

export interface DocumentInput {
  readonly name: RequestDocumentCode;
  /** Repeats the id of the path. */
  readonly requestId?: number | undefined;
}

/** @throws ApiError NOT_FOUND, STATE_CONFLICT */
function requireEditable(request: OwnedRequest | undefined): OwnedRequest {
  if (request === undefined) throw new ApiError('NOT_FOUND');
  if (!canBeneficiary('edit', request.status, request.agreement))
    throw new ApiError('STATE_CONFLICT');
  return request;
}

/**
 * Makes a request to rephrase a draft again, as an update does: the organisations of its earlier submission still see
 * one to rephrase, and a document goes along only when a submission says so.
 * Call it in a transaction, with the request's row locked.
 */
async function makeDraft(act: Act, requestId: number, { status }: OwnedRequest): Promise<void> {
  if (status === statusAfterEdit) return;
  await requestWrites(act.tx).set(requestId, { status: statusAfterEdit });
  act.record({ type: 'request.updated', requestId, from: status, to: statusAfterEdit });
}

/**
 * Takes documents off a request and says so in its history. Call it in a transaction, with the request's row locked.
 * @returns how many there were
 */
export async function removeDocuments(
  act: Act,
  files: Files,
  requestId: number,
  codes: readonly string[],
): Promise<number> {
  const { tx } = act;
  if (codes.length === 0) return 0;
  const removed = await requestDocumentsRepository(tx).detach(requestId, codes);
  for (const { fileId } of removed) await files.remove(tx, { id: fileId });
  act.record(
    ...removed.map(({ code }) => ({ type: 'request.documentRemoved' as const, requestId, code })),
  );
  return removed.length;
}

/** Documents that a beneficiary hands in with a request. */
export function requestDocumentsService(deps: RequestDocumentsDeps) {
  const { db, files } = deps;

  /** Stores a file and puts it behind its code. A request to rephrase is a draft again. */
  async function put(
    actor: Actor,
    id: number,
    code: AttachedDocumentCode,
    upload: Upload,
    lang: Lang,
    madeOf?: MadeOf,
  ): Promise<RequestDocumentView> {
    return await files.store(db, { ownerId: actor.userId, requestId: id }, [upload], ([bytes]) =>
      inAct(
        deps,
        actor,
        async (act) => {
          const { tx } = act;
          const request = requireEditable(await requestWrites(tx).lockOwned(id, actor.userId));
          await makeDraft(act, id, request);
          const stored = await files.keep(tx, bytes);
          const documents = requestDocumentsRepository(tx);
          const { document, replaced } = await documents.put(id, code, stored.id, madeOf);
          if (replaced !== null) await files.remove(tx, replaced);
          act.record({ type: 'request.documentUploaded', requestId: id, code });
          return presentRequestDocument(document, { labels: await loadStatusLabels(tx), lang });
        },
        { turn: turnOf(id, actor.userId) },
      ),
    );
  }

  return {
    /**
     * Hands in one document; a file of the same code is replaced. A request to rephrase is a draft again.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT outside the states that can be edited, FILE_NOT_PDF, FILE_NOT_VIDEO
     */
    async upload(
      actor: Actor,
      id: number,
      { name, requestId }: DocumentInput,
      upload: Upload | undefined,
      lang: Lang,
    ): Promise<RequestDocumentView> {
      if (requestId !== undefined && requestId !== id) throw invalidField('requestId', 'invalid');
      if (upload === undefined) throw invalidField('file', 'fileRequired');
      // Looked at before anything is stored, and again under the request's lock.
      requireEditable(await requestDocumentsRepository(db).stateOf(id, actor.userId));
      requireKind(upload, kinds[name]);
      if (kinds[name] === 'video' && !videoExtension.test(upload.originalName))
        throw new ApiError('FILE_NOT_VIDEO');
      return await put(actor, id, name, upload, lang);
    },

    /**
     * Attaches the report of a simulation of the actor's own, made here: what an organisation reads is what was computed.
     * @throws ApiError NOT_FOUND also for a simulation that is not theirs, STATE_CONFLICT, TOO_MANY_REQUESTS
     */
    async attachSimulation(
      actor: Actor,
      id: number,
      simulationId: number,
      lang: Lang,
    ): Promise<RequestDocumentView> {
      requireEditable(await requestDocumentsRepository(db).stateOf(id, actor.userId));
      const { bytes, name, rulesVersion } = await reportsService(deps).attachable(
        actor,
        simulationId,
        lang,
      );
      const file = { bytes, name, kind: 'pdf', mimeType: 'application/pdf' } as const;
      return await withMadeFile(file, (upload) =>
        put(actor, id, 'SIMULATION', upload, lang, { simulationId, rulesVersion }),
      );
    },

    /**
     * Takes one document away. A request to rephrase is a draft again.
     * @throws ApiError NOT_FOUND also where there is none, STATE_CONFLICT
     */
    async remove(actor: Actor, id: number, code: AttachedDocumentCode): Promise<{ success: true }> {
      await inAct(deps, actor, async (act) => {
        const request = requireEditable(await requestWrites(act.tx).lockOwned(id, actor.userId));
        const count = await removeDocuments(act, files, id, [code]);
        if (count === 0) throw new ApiError('NOT_FOUND');
        await makeDraft(act, id, request);
      });
      return { success: true };
    },
  };
}
