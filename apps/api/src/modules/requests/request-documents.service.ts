import type { Lang, RequestDocumentCode, RequestDocumentView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct, type Act } from '../../events/act.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { requireKind } from '../../platform/http/file-kind.ts';
import type { FileKind, Upload } from '../../platform/http/upload.ts';
import type { Files } from '../../platform/storage/files.ts';
import { withMadeFile } from '../../platform/storage/made-file.ts';
import { canBeneficiary, statusAfterEdit } from '../../policies/request-actions.ts';
import { journeysService } from '../journeys/index.ts';
import { reportsService, type ReportsDeps } from '../simulations/index.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestDocumentsRepository, type MadeOf } from './request-documents.repository.ts';
import { requestWrites, lockKeyOf, type OwnedRequest } from './request-writes.repository.ts';
import { presentRequestDocument } from './requests.presenter.ts';

export type RequestDocumentsDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'mail'> & ReportsDeps;

/** The file kind of each specified document (specification §5). */
const kinds: Readonly<Record<RequestDocumentCode, FileKind>> = {
  BUSINESS_PLAN: 'pdf',
  ILLUSTRATIVE_PRESENTATION: 'pdf',
  DEFAULT_DOC: 'pdf',
  ILLUSTRATIVE_VIDEO: 'video',
};
const specifiedKind = (code: string): FileKind | undefined =>
  Object.entries(kinds).find(([name]) => name === code)?.[1];
const videoExtension = /\.(mp4|avi|mov|mkv|wmv)$/i;

export interface DocumentInput {
  readonly name: string;
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
 * Makes a request to rephrase a draft again, as an update does. Earlier organisations still see a request to rephrase;
 * a new document reaches them with the next submission. Call it in a transaction with the request's row locked.
 */
async function makeDraft(act: Act, requestId: number, { status }: OwnedRequest): Promise<void> {
  if (status === statusAfterEdit) return;
  await requestWrites(act.tx).set(requestId, { status: statusAfterEdit });
  act.record({ type: 'request.updated', requestId, from: status, to: statusAfterEdit });
}

/**
 * Removes documents from a request and records it in the history. Call it in a transaction with the request's row
 * locked.
 * @returns the number of removed documents
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

export function requestDocumentsService(deps: RequestDocumentsDeps) {
  const { db, files } = deps;

  /** Stores a file under its code. A request to rephrase becomes a draft again. */
  async function put(
    actor: Actor,
    id: number,
    code: string,
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
        { queue: lockKeyOf(id, actor.userId) },
      ),
    );
  }

  /** Whether the request's journey requests a document of this type. */
  async function isRequested(id: number, code: string): Promise<boolean> {
    const journeyDefId = await requestDocumentsRepository(db).journeyOf(id);
    if (journeyDefId === null) return false;
    const { settings } = await journeysService(db).get(journeyDefId);
    return settings.some((setting) => setting.code === code);
  }

  return {
    /**
     * Uploads a document and replaces the file of the same code. A request to rephrase becomes a draft again.
     * @throws ApiError NOT_FOUND, STATE_CONFLICT when the status cannot be edited, FILE_NOT_PDF, FILE_NOT_VIDEO
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
      // Checked before the file is stored, and again under the request's lock.
      requireEditable(await requestDocumentsRepository(db).stateOf(id, actor.userId));
      const kind = specifiedKind(name) ?? 'pdf';
      const isKnown = specifiedKind(name) !== undefined || (await isRequested(id, name));
      if (!isKnown) throw invalidField('name', 'unknownCode');
      requireKind(upload, kind);
      if (kind === 'video' && !videoExtension.test(upload.originalName))
        throw new ApiError('FILE_NOT_VIDEO');
      return await put(actor, id, name, upload, lang);
    },

    /**
     * Attaches a report of the actor's simulation. The server makes the report, so organisations read the computed
     * result.
     * @throws ApiError NOT_FOUND also for a simulation of another person, STATE_CONFLICT, TOO_MANY_REQUESTS
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
     * Removes a document. A request to rephrase becomes a draft again.
     * @throws ApiError NOT_FOUND also when the document does not exist, STATE_CONFLICT
     */
    async remove(actor: Actor, id: number, code: string): Promise<{ success: true }> {
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
