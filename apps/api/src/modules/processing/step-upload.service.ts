import type { Lang, StepDocumentView } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { inAct } from '../../events/act.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { removeNotices } from '../notices/index.ts';
import { updateDeadlines, requestWrites, routingRepository, lockKeyOf } from '../requests/index.ts';
import { isBlocked, isClosed } from '../../rules/step-transitions.ts';
import { presentStepDocument } from './processing.presenter.ts';
import { processingRepository } from './processing.repository.ts';
import { unblock } from './unblock.ts';

export type StepUploadDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'mail'>;

/**
 * Matches each file to an expected document, by its code or by the order of the expected documents. Undefined when a
 * file has no expected document.
 */
export function matchFiles<D extends { documentItem: { code: string } }>(
  fileCount: number,
  expected: readonly D[],
  codes: readonly string[] | undefined,
): D[] | undefined {
  const open = [...expected];
  const matched: D[] = [];
  for (let index = 0; index < fileCount; index += 1) {
    const code = codes?.[index];
    const at = codes === undefined ? 0 : open.findIndex((d) => d.documentItem.code === code);
    const [document] = at < 0 ? [] : open.splice(at, 1);
    if (document === undefined) return undefined;
    matched.push(document);
  }
  return matched;
}

/**
 * Finds the expected documents for the files, infected files that they replace, and the owner of the step.
 * @throws ApiError NOT_FOUND, STEP_CLOSED, DOCUMENT_NOT_EXPECTED
 */
async function documentsFor(
  db: Db,
  actor: Actor,
  stepId: number,
  fileCount: number,
  codes: readonly string[] | undefined,
) {
  const repository = processingRepository(db);
  const requestId = await repository.requestIdOf(actor, stepId);
  if (requestId === undefined) throw new ApiError('NOT_FOUND');
  const step = await repository.stepView(stepId);
  if (isClosed(step.status)) throw new ApiError('STEP_CLOSED');
  const expected = await repository.expectedDocuments(stepId);
  const awaited = expected.filter(({ file }) => file === null);
  const documents = matchFiles(fileCount, awaited, codes);
  if (documents === undefined) throw new ApiError('DOCUMENT_NOT_EXPECTED');
  const sent = new Set(documents.map(({ documentItem }) => documentItem.code));
  const replaced = expected.flatMap(({ id, file, documentItem }) =>
    file !== null && sent.has(documentItem.code) ? [{ id, file }] : [],
  );
  return { requestId, step, documents, replaced };
}

export function stepUploadService(deps: StepUploadDeps) {
  const { db, files } = deps;
  return {
    /**
     * Stores all the files or none. The binder has checked that they are PDF by content.
     * @throws ApiError NOT_FOUND, REQUEST_ON_HOLD, STEP_CLOSED, DOCUMENT_NOT_EXPECTED, INVALID_INPUT, QUOTA_EXCEEDED
     */
    async upload(
      actor: Actor,
      stepId: number,
      codes: readonly string[] | undefined,
      uploads: readonly Upload[],
      lang: Lang,
    ): Promise<{ stepDocuments: StepDocumentView[] }> {
      if (codes !== undefined && codes.length !== uploads.length)
        throw invalidField('codes', codes.length < uploads.length ? 'tooFew' : 'tooMany');
      // Checked before the files are stored, and again under the request's lock.
      const { requestId } = await documentsFor(db, actor, stepId, uploads.length, codes);
      return await files.store(db, { ownerId: actor.userId, requestId }, uploads, (stored) =>
        inAct(
          deps,
          actor,
          async (act) => {
            const { tx, now } = act;
            const repository = processingRepository(tx);
            const status = await requestWrites(tx).lock(requestId);
            if (status === undefined) throw new ApiError('NOT_FOUND');
            if (!canBeneficiary('handIn', status)) throw new ApiError('REQUEST_ON_HOLD');
            const { step, documents, replaced } = await documentsFor(
              tx,
              actor,
              stepId,
              stored.length,
              codes,
            );
            for (const [index, bytes] of stored.entries()) {
              const document = documents[index];
              if (document === undefined) throw new ApiError('DOCUMENT_NOT_EXPECTED');
              const file = await files.keep(tx, bytes);
              await repository.handIn(document.id, file.id, now);
            }
            for (const { id, file } of replaced) {
              await repository.dropDocument(id);
              await files.remove(tx, file);
            }
            const received = documents.map(({ documentItem }) => documentItem.code);
            act.record({
              type: 'step.documentsReceived',
              request: { id: requestId },
              step,
              codes: received,
              agents: await routingRepository(tx).agentsOf([step.partnerId]),
            });
            await removeNotices(tx).notAwaited(stepId, received);
            const awaited = step.documents.filter(({ file }) => file === null);
            if (awaited.length === documents.length && isBlocked(step.status))
              await unblock(act, requestId, step);
            await act.flush();
            await updateDeadlines(tx, [requestId], now);
            const { documents: rows } = await repository.documentsOf(stepId);
            return { stepDocuments: rows.map((row) => presentStepDocument(row, { lang })) };
          },
          { queue: lockKeyOf(requestId) },
        ),
      );
    },
  };
}
