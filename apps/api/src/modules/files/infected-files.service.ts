import { places } from '@wasl/contracts';

import { recordAlone } from '../../events/act.ts';
import type { Db } from '../../platform/database/db.ts';
import type { OpenDeps } from '../../platform/program/open-deps.ts';
import { canBeneficiary } from '../../policies/request-actions.ts';
import { requestStatusOf } from '../../policies/request-status.ts';
import { awaitAgain } from '../processing/index.ts';
import { infectedFilesRepository, type InfectedFile } from './infected-files.repository.ts';

/** The request, step and document type of the file, as far as they exist. */
function placeOf({ requestDocument, stepDocument, attachments }: InfectedFile) {
  const step = stepDocument?.step ?? attachments[0]?.message.step ?? null;
  const request = requestDocument?.request ?? step?.request ?? null;
  const code = requestDocument?.code ?? stepDocument?.documentItem.code;
  return { request, step, documents: code === undefined ? [] : [code] };
}

/** The page on which the owner replaces or finds the file. An identity paper is on the profile. */
function addressFor(file: InfectedFile): string {
  const { request, step } = placeOf(file);
  if (request === null) return places.profile();
  if (step !== null)
    return file.stepDocument === null ? places.conversation(step.id) : places.followUp(request.id);
  return canBeneficiary('edit', requestStatusOf(request.status))
    ? places.editRequest(request.id)
    : places.request(request.id);
}

/**
 * Notifies the owner of each infected file by a notice and a mail, in the transaction that stores the scan result. A
 * document of a step is awaited again.
 */
export function notifyInfectedFileOwners({
  deps,
  scanning,
}: Pick<OpenDeps, 'deps' | 'scanning'>): void {
  scanning?.onInfected(async (tx: Db, fileId: number) => {
    const file = await infectedFilesRepository(tx).of(fileId);
    const { owner } = file;
    const { request, step, documents } = placeOf(file);
    if (file.stepDocument !== null && request !== null)
      await awaitAgain(tx, request.id, fileId, deps.clock.now());
    if (owner === null) return;
    await recordAlone(
      tx,
      { mail: deps.mail, now: deps.clock.now() },
      {
        type: 'file.infected',
        sender: owner,
        name: file.originalName,
        request,
        stepId: step?.id ?? null,
        documents,
        place: addressFor(file),
      },
    );
  });
}
