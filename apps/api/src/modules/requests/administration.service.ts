import { inTransaction } from '../../platform/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import { canAssign, canSendBack } from '../../policies/request-actions.ts';
import { administrationRepository } from './administration.repository.ts';
import { loadStatusLabels } from './labels.repository.ts';
import { requestMails } from './request-mails.ts';
import { administrator, requestWrites } from './request-writes.repository.ts';
import { findService, routingRepository } from './routing.repository.ts';
import { stepStatusOf } from './rules/statuses.ts';
import { isClosed } from './rules/step-transitions.ts';
import { settleRequest } from './settle.ts';

export type RequestAdministrationDeps = Pick<Deps, 'db' | 'clock' | 'mail'>;

/** A submitted request with services that no organisation does. */
export interface UnroutedRequest {
  readonly id: number;
  readonly numRequest: string;
  readonly status: string;
  readonly beneficiaryEmail: string;
  readonly submittedAt: Date | null;
  /** Empty for a journey without tasks. */
  readonly services: readonly { readonly code: string; readonly libelle: string }[];
}

/** What administrators do with requests, by script (there is no administrator role in the portal). */
export function requestAdministration({ db, clock, mail }: RequestAdministrationDeps) {
  const repository = administrationRepository(db);

  async function requestIdOf(numRequest: string): Promise<number> {
    const id = await repository.requestIdOf(numRequest);
    if (id === undefined) throw new ApiError('NOT_FOUND');
    return id;
  }

  return {
    /** Requests that wait for the administrator to name an organisation, oldest first. */
    async listUnrouted(): Promise<UnroutedRequest[]> {
      const rows = await repository.waitingForOrganisation();
      return rows.map((row) => {
        const live = new Set(
          row.steps.filter((step) => step.status !== 'REJECTED').map((step) => step.titleItemId),
        );
        return {
          id: row.id,
          numRequest: row.numRequest,
          status: row.status,
          beneficiaryEmail: row.beneficiary.email,
          submittedAt: row.submittedAt,
          services: row.services
            .filter(({ itemId }) => !live.has(itemId))
            .map(({ item }) => ({ code: item.code, libelle: item.libelleFr })),
        };
      });
    },

    /**
     * Gives a service of a submitted request to an organisation.
     * @throws ApiError NOT_FOUND, INVALID_INPUT for an unknown service or an organisation that is not approved,
     *   STATE_CONFLICT when the request is not with the organisations or is on hold, or the service has a step already
     */
    async assignStep(numRequest: string, serviceCode: string, partnerId: number): Promise<void> {
      const id = await requestIdOf(numRequest);
      const service = await findService(db, serviceCode);
      if (service === undefined) throw invalidField('service', 'unknownCode');
      if (!(await repository.isApprovedPartner(partnerId)))
        throw invalidField('partner', 'unknownCode');
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const writes = requestWrites(tx);
        const status = await writes.lock(id);
        if (status === undefined) throw new ApiError('NOT_FOUND');
        const routing = routingRepository(tx);
        const request = await routing.process(id);
        const isDone = request.steps.some(
          (step) => step.titleItemId === service.id && step.status !== 'REJECTED',
        );
        if (!canAssign(status) || isDone) throw new ApiError('STATE_CONFLICT');
        const steps = await routing.createSteps(
          id,
          [
            {
              position: (request.steps.at(-1)?.position ?? -1) + 1,
              titleItemId: service.id,
              partnerId,
              taskDefId: null,
              status: 'ASSIGNED',
              runsInParallel: true,
            },
          ],
          now,
        );
        await writes.record(
          administrator,
          steps.map((step) => ({
            requestId: id,
            kind: 'ROUTED',
            stepId: step.id,
            toStatus: step.status,
            detail: String(partnerId),
          })),
          now,
        );
        await requestMails(tx, mail).assigned(request, steps);
        await settleRequest(tx, mail, id, administrator, now);
      });
    },

    /**
     * Sends a request back to its author with an observation: A_REFOURMULER. Steps not begun are taken
     * away, those begun or written on are closed as REJECTED; a new submission routes anew.
     * @throws ApiError NOT_FOUND, INVALID_INPUT without an observation, STATE_CONFLICT when the request
     *   is not with the organisations or a step was processed
     */
    async sendBack(numRequest: string, observation: string): Promise<void> {
      const text = observation.trim();
      if (text === '') throw invalidField('observation', 'required');
      const id = await requestIdOf(numRequest);
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const writes = requestWrites(tx);
        const status = await writes.lock(id);
        if (status === undefined) throw new ApiError('NOT_FOUND');
        const routing = routingRepository(tx);
        const request = await routing.process(id);
        const steps = request.steps.map((step) => ({ ...step, status: stepStatusOf(step.status) }));
        if (!canSendBack(status, steps)) throw new ApiError('STATE_CONFLICT');
        const written = await routing.writtenOn(steps.map((step) => step.id));
        const untouched = steps.filter(
          (s) => (s.status === 'ASSIGNED' || s.status === 'NOT_STARTED') && !written.has(s.id),
        );
        const begun = steps.filter((s) => !isClosed(s.status) && !untouched.includes(s));
        await routing.withdraw(untouched.map((step) => step.id));
        await routing.reject(begun.map((step) => step.id));
        await writes.set(id, { status: 'A_REFOURMULER', observation: text, percent: 0 });
        await writes.record(
          administrator,
          [
            ...[...untouched, ...begun].map((step) => ({
              requestId: id,
              kind: 'STEP_STATUS' as const,
              stepId: step.id,
              fromStatus: step.status,
              toStatus: 'REJECTED',
            })),
            {
              requestId: id,
              kind: 'STATUS',
              fromStatus: status,
              toStatus: 'A_REFOURMULER',
              detail: text,
            },
          ],
          now,
        );
        await requestMails(tx, mail).statusChanged(
          request,
          'A_REFOURMULER',
          text,
          await loadStatusLabels(tx),
        );
      });
    },

    /**
     * Closes a step that will not be done. The step after it gets its turn; a request whose every step
     * is rejected waits for the administrator again.
     * @throws ApiError NOT_FOUND, STEP_CLOSED, STATE_CONFLICT
     */
    async rejectStep(stepId: number, reason: string | null): Promise<void> {
      const id = await repository.requestIdOfStep(stepId);
      if (id === undefined) throw new ApiError('NOT_FOUND');
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const writes = requestWrites(tx);
        if ((await writes.lock(id)) === undefined) throw new ApiError('NOT_FOUND');
        const routing = routingRepository(tx);
        const step = (await routing.process(id)).steps.find((candidate) => candidate.id === stepId);
        if (step === undefined) throw new ApiError('NOT_FOUND');
        const from = stepStatusOf(step.status);
        if (isClosed(from)) throw new ApiError('STEP_CLOSED');
        await routing.reject([stepId]);
        await writes.record(
          administrator,
          [
            {
              requestId: id,
              kind: 'STEP_STATUS',
              stepId,
              fromStatus: from,
              toStatus: 'REJECTED',
              percent: step.percent,
              ...(reason === null ? {} : { detail: reason }),
            },
          ],
          now,
        );
        await settleRequest(tx, mail, id, administrator, now);
      });
    },
  };
}
