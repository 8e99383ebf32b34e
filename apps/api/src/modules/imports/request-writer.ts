import type { Act } from '../../events/act.ts';
import type { DomainEvent } from '../../events/domain-events.ts';
import type { PrismaClient } from '../../platform/database/db.ts';
import {
  giveByLoad,
  newRequests,
  ownersByLoad,
  requestWrites,
  routingRepository,
  stepsOfPlan,
} from '../requests/index.ts';
import { formatRequestNumber, numberingYear } from '../../rules/request-number.ts';
import { askForAgreement } from './ask-for-agreement.ts';
import type { Finished, ImportDeps } from './import-job.ts';
import { notifyFiled } from './notify-filed.ts';
import type { RequestDraft } from './request-drafts.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';

interface Numbered extends RequestDraft {
  readonly numRequest: string;
}

export interface FiledRequest {
  readonly id: number;
  readonly numRequest: string;
}

/** Inserts the requests with the same history events as a creation and submission in the portal. */
async function writeRequests(
  act: Act,
  drafts: readonly Numbered[],
  importId: number,
  clientKey: string | null,
): Promise<FiledRequest[]> {
  const { tx, now } = act;
  const written = await newRequests(tx).insert(
    drafts.map((draft) => ({
      numRequest: draft.numRequest,
      beneficiaryId: draft.beneficiary.id,
      content: {
        description: draft.description,
        urlVideo: draft.urlVideo,
        journeyDefId: draft.journeyDefId,
        serviceItemIds: draft.serviceItemIds,
        answers: draft.answers,
      },
      status: draft.status,
      agreement: draft.agreement,
      dateRequest: new Date(draft.dateRequest),
      isDateStated: draft.isDateStated,
      submittedAt: draft.agreement === 'WAITING' ? null : now,
      createdAt: now,
      importId,
      clientKey,
      steps: stepsOfPlan(draft.steps, now),
    })),
  );
  const added = written.flatMap(({ id: requestId, steps }, index) =>
    steps.map((step) => {
      const plan = drafts[index]?.steps.find(({ position }) => position === step.position);
      return { ...step, requestId, titleItemId: plan?.titleItemId ?? 0 };
    }),
  );
  const partnerIds = [...new Set(added.map(({ partnerId }) => partnerId))];
  const agents = await routingRepository(tx).agentsOf(partnerIds);
  const owners = await ownersByLoad(act, added, agents);
  return drafts.flatMap(({ agreement, status, numRequest }, index) => {
    const request = written[index];
    if (request === undefined) return [];
    const { id, steps } = request;
    act.record({ type: 'request.imported', requestId: id, importId, agreement, status, steps });
    for (const step of steps) {
      const owner = owners.get(step.id);
      if (owner !== undefined) giveByLoad(act, id, new Map([[step.id, owner]]));
    }
    return [{ id, numRequest }];
  });
}

interface Given {
  readonly numRequest: string;
  readonly serviceItemId: number;
  count: number;
}

/** Returns one event for each organisation, for all its steps of the file. */
async function filedSteps(
  { tx, author }: Act,
  partnerId: number,
  given: ReadonlyMap<number, Given>,
): Promise<DomainEvent[]> {
  if (given.size === 0) return [];
  const { services } = await requestLookupsRepository(tx).lookups(partnerId);
  const labels = new Map([...services.values()].map((service) => [service.id, service]));
  const agents = await routingRepository(tx).agentsOf([...given.keys()]);
  return [...given].map(([assignee, { numRequest, serviceItemId, count }]) => ({
    type: 'steps.filed',
    agents: agents.filter(({ partner }) => partner.id === assignee),
    count,
    numRequest,
    service: labels.get(serviceItemId),
    byId: author.userId,
  }));
}

/**
 * Writes the requests that an organisation files: the lines of a file, or one of the counter. The caller finishes the
 * act after `finish`.
 * @param total number of requests to write
 * @param clientKey idempotency key of a single request
 * @param opened people whose accounts this filing opened: their mail also contains the link of a first password
 */
export async function requestWriter(
  act: Act,
  { db, settings }: { readonly db: PrismaClient; readonly settings: ImportDeps['settings'] },
  {
    partnerId,
    importId,
    total,
    clientKey = null,
    opened = [],
  }: {
    readonly partnerId: number;
    readonly importId: number;
    readonly total: number;
    readonly clientKey?: string | null;
    readonly opened?: readonly string[];
  },
) {
  const year = numberingYear(act.now);
  // Outside of the transaction, so that other requests can be created during the import.
  let next = await requestWrites(db).takeNumbers(year, total);
  const given = new Map<number, Given>();
  const unrouted: string[] = [];
  let waiting = 0;

  const remember = ({ steps, numRequest }: Numbered): void => {
    for (const { partnerId: assignee, status, titleItemId } of steps) {
      if (status !== 'ASSIGNED') continue;
      const known = given.get(assignee);
      if (known) known.count += 1;
      else given.set(assignee, { numRequest, serviceItemId: titleItemId, count: 1 });
    }
  };
  return {
    async write(drafts: readonly RequestDraft[]): Promise<FiledRequest[]> {
      const numbered = drafts.map((draft, index) => ({
        ...draft,
        numRequest: formatRequestNumber(year, next + index),
      }));
      next += drafts.length;
      const filed = await writeRequests(act, numbered, importId, clientKey);
      numbered.forEach(remember);
      unrouted.push(
        ...numbered
          .filter(({ status }) => status === 'EN COURS DE QUALIFICATION')
          .map(({ numRequest }) => numRequest),
      );
      waiting += numbered.filter(({ agreement }) => agreement === 'WAITING').length;
      await act.flush();
      return filed;
    },
    async finish(): Promise<Finished> {
      await notifyFiled(act, importId, partnerId);
      const waitMinutes = await askForAgreement(act, importId, {
        db,
        partnerId,
        perDay: settings.importMailsPerDay,
        opened,
      });
      act.record(...(await filedSteps(act, partnerId, given)));
      if (unrouted.length > 0) act.record({ type: 'requests.unrouted', numbers: unrouted });
      await act.finish();
      return { waitMinutes, waiting };
    },
  };
}
