import type { RequestStatus } from '@wasl/contracts';

import { inAct, type Act } from '../../events/act.ts';
import { administrator } from '../../events/author.ts';
import {
  administratorActsRepository,
  type AdministratorWord,
} from '../../platform/database/administrator-acts.repository.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { inEachLang, type EachLang } from '../../platform/i18n/in-lang.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { awaitAgain } from '../processing/index.ts';
import { labelOf } from '../reference/index.ts';
import {
  loadStatusLabels,
  requestWrites,
  routingRepository,
  type RequestProcess,
} from '../requests/index.ts';
import {
  fileRemovalRepository,
  type FileUse,
  type RemovableFile,
} from './file-removal.repository.ts';

export type FileRemovalDeps = Pick<Deps, 'db' | 'clock' | 'files' | 'log' | 'mail'>;

/** The uses to report, one for each step. A document's own use comes before its copies in messages. */
function usesOf({ requestDocument, stepDocument, attachments }: RemovableFile): FileUse[] {
  const uses: FileUse[] = [
    ...(requestDocument === null ? [] : [{ ...requestDocument, stepId: null }]),
    ...(stepDocument === null
      ? []
      : [
          {
            requestId: stepDocument.step.requestId,
            stepId: stepDocument.stepId,
            code: stepDocument.documentItem.code,
          },
        ]),
    ...attachments.map(({ message: { stepId, step } }) => ({ ...step, stepId, code: '' })),
  ];
  const isOfDocument = ({ requestId }: FileUse) =>
    uses.some((use) => use.requestId === requestId && use.code !== '');
  return uses.filter(
    (use, index) =>
      uses.findIndex(({ stepId }) => stepId === use.stepId) === index &&
      (use.code !== '' || !isOfDocument(use)),
  );
}

const requestsOf = (file: RemovableFile): number[] =>
  [...new Set(usesOf(file).map(({ requestId }) => requestId))].toSorted((a, b) => a - b);

async function nameIn(act: Act, file: RemovableFile, { code }: FileUse): Promise<EachLang> {
  const { stepDocument, originalName } = file;
  if (code === '') return inEachLang(() => originalName);
  if (stepDocument?.documentItem.code === code)
    return inEachLang((lang) => labelOf(stepDocument.documentItem, lang));
  const labels = await loadStatusLabels(act.tx);
  return inEachLang((lang) => labels.of('DOCUMENT', code, lang).libelle);
}

/** Removal of handed-in files by the administrator. Each removal is recorded. */
export function fileRemoval(deps: FileRemovalDeps) {
  /** Records the removal on one request and notifies its owner and organisations. */
  async function report(
    act: Act,
    file: RemovableFile,
    use: FileUse,
    { reason, status }: { readonly reason: string; readonly status: RequestStatus },
  ): Promise<RequestProcess> {
    const { tx } = act;
    const { requestId, stepId, code } = use;
    const routing = routingRepository(tx);
    const files = fileRemovalRepository(tx);
    const steps = await files.readingSteps(use);
    const request = await routing.process(requestId);
    act.record({
      type: 'request.fileRemoved',
      request,
      stepId,
      code,
      name: await nameIn(act, file, use),
      reason,
      isAwaited: stepId !== null && (await files.isAwaited(stepId, code)),
      status,
      steps,
      agents: await routing.agentsOf(steps.map(({ partnerId }) => partnerId)),
    });
    return request;
  }

  return {
    /**
     * Removes a file from its request, its step and all messages. An open step awaits its document again. Row and
     * bytes are erased at once; the history has the reason.
     * @returns the numbers of the requests
     * @throws ApiError NOT_FOUND, also for a file of no request, of a deleted request, or removed before
     */
    async remove(
      fileId: number,
      word: AdministratorWord & { readonly reason: string },
    ): Promise<string[]> {
      const repository = fileRemovalRepository(deps.db);
      const numbers = await inAct(deps, administrator, async (act) => {
        const { tx, now } = act;
        const seen = await repository.find(fileId);
        const statuses = new Map<number, RequestStatus>();
        for (const id of seen === null ? [] : requestsOf(seen)) {
          const status = await requestWrites(tx).lock(id);
          if (status !== undefined) statuses.set(id, status);
        }
        // Another removal or the owner may have removed it before the lock.
        const removals = fileRemovalRepository(tx);
        const file = await removals.find(fileId);
        const uses = file === null ? [] : usesOf(file);
        const isLocked = uses.every(({ requestId }) => statuses.has(requestId));
        if (file === null || uses.length === 0 || !isLocked) throw new ApiError('NOT_FOUND');
        const { stepDocument } = file;
        if (stepDocument !== null) await awaitAgain(tx, stepDocument.step.requestId, file.id, now);
        await removals.detach(file);
        await deps.files.erase(tx, file);
        const requests = new Map<number, RequestProcess>();
        for (const use of uses) {
          const status = statuses.get(use.requestId) ?? 'SUPPRIME';
          const { reason } = word;
          requests.set(use.requestId, await report(act, file, use, { reason, status }));
        }
        const acts = administratorActsRepository(tx);
        for (const { id, beneficiary } of requests.values()) {
          const subject = { userId: beneficiary.id, requestId: id };
          await acts.record('FILE_REMOVED', subject, { by: word.by, reason: null }, now);
        }
        return [...requests.values()].map(({ numRequest }) => numRequest);
      });
      deps.log.info({ event: 'file.removed', fileId, by: 'administrator' });
      return numbers;
    },
  };
}
