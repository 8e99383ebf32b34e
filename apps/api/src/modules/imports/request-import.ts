import { labelOf } from '../reference/index.ts';
import { openAct, type Act } from '../../events/act.ts';
import type { DomainEvent } from '../../events/domain-events.ts';
import { formatsOf } from '../../platform/i18n/formats.ts';
import { readCsv } from '../../platform/spreadsheets/csv-reader.ts';
import { csvLike } from '../../platform/spreadsheets/numbered-rows.ts';
import { newRequests, requestWrites, routingRepository, stepsOfPlan } from '../requests/index.ts';
import { formatRequestNumber, numberingYear } from '../../rules/request-number.ts';
import { askForAgreement } from './ask-for-agreement.ts';
import { notifyFiled } from './notify-filed.ts';
import {
  requestChecker,
  requestColumns,
  type RequestColumn,
  type RequestDraft,
} from './request-lines.ts';
import { titleOf } from './requests-template.ts';
import { dayRange, nameCounts } from './understood.ts';
import { wallDay } from './wall-clock.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import type { ImportContext, ImportDeps, ImportJob } from './import-job.ts';

interface Numbered extends RequestDraft {
  readonly numRequest: string;
}

/** Inserts the requests with the same history events as a creation and submission in the portal. */
async function writeRequests(
  act: Act,
  drafts: readonly Numbered[],
  importId: number,
): Promise<void> {
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
      },
      status: draft.status,
      agreement: draft.agreement,
      dateRequest: new Date(draft.dateRequest),
      isDateStated: draft.isDateStated,
      submittedAt: draft.agreement === 'WAITING' ? null : now,
      createdAt: now,
      importId,
      steps: stepsOfPlan(draft.steps, now),
    })),
  );
  for (const [index, { id: requestId, steps }] of written.entries()) {
    const draft = drafts[index];
    if (draft === undefined) continue;
    const { agreement, status } = draft;
    act.record({ type: 'request.imported', requestId, importId, agreement, status, steps });
  }
}

interface Given {
  readonly numRequest: string;
  readonly serviceItemId: number;
  count: number;
}

/** Returns one event for each organisation, for all its steps of the file. */
async function filedSteps(
  { tx, actor }: ImportContext,
  given: ReadonlyMap<number, Given>,
): Promise<DomainEvent[]> {
  if (given.size === 0) return [];
  const { services } = await requestLookupsRepository(tx).lookups(actor.partnerId);
  const labels = new Map([...services.values()].map((service) => [service.id, service]));
  const agents = await routingRepository(tx).agentsOf([...given.keys()]);
  return [...given].map(([partnerId, { numRequest, serviceItemId, count }]) => ({
    type: 'steps.filed',
    agents: agents.filter(({ partner }) => partner.id === partnerId),
    count,
    numRequest,
    service: labels.get(serviceItemId),
    byId: actor.userId,
  }));
}

/**
 * The import of `.csv` files of requests. Each line becomes a submitted request, or a request that waits for the
 * person's agreement.
 */
export function requestImport({
  db,
  mail,
  settings,
}: Pick<ImportDeps, 'db' | 'mail' | 'settings'>): ImportJob<RequestColumn, string, RequestDraft> {
  return {
    kind: 'REQUESTS',
    contentType: 'text/csv',
    columns: requestColumns,
    oneOf: [['services', 'parcours']],
    read: readCsv,
    titleOf: (column) => column,
    blank: '',
    textOf: (cell) => cell,
    isComment: ({ cells }) => /^#(\s|$)/.test(cells[0] ?? ''),

    checker: async (context) => {
      const repository = requestLookupsRepository(context.tx);
      const lookups = await repository.lookups(context.partnerId);
      const checker = requestChecker(repository, lookups, context, context.words);
      return async (lines) => await checker.check(lines);
    },

    tally: async ({ tx, partnerId, words, lang }) => {
      const { services, journeys } = await requestLookupsRepository(tx).lookups(partnerId);
      const labels = new Map([...services.values()].map((item) => [item.id, labelOf(item, lang)]));
      const subjects = { services: nameCounts(), journeys: nameCounts() };
      const days = dayRange();
      const people = new Set<string>();
      const asked = new Set<string>();
      const { number } = formatsOf(lang);
      const counts = { lines: 0, ours: 0, elsewhere: 0, unrouted: 0, waiting: 0 };
      return {
        add: (drafts) => {
          counts.lines += drafts.length;
          for (const draft of drafts) {
            const { steps, status, agreement, beneficiary } = draft;
            people.add(beneficiary.id);
            if (agreement === 'WAITING') {
              counts.waiting += 1;
              asked.add(beneficiary.id);
            }
            for (const id of draft.serviceItemIds) subjects.services.add(labels.get(id) ?? '');
            const journey = journeys.get(draft.journeyDefId ?? 0);
            if (journey) subjects.journeys.add(titleOf(journey, lang));
            if (draft.isDateStated) days.add(wallDay(new Date(draft.dateRequest)));
            if (steps.some((step) => step.partnerId === partnerId)) counts.ours += 1;
            if (steps.some((step) => step.partnerId !== partnerId)) counts.elsewhere += 1;
            if (status === 'EN COURS DE QUALIFICATION') counts.unrouted += 1;
          }
        },
        result: () => {
          const { lines, ...routing } = counts;
          const listed = (key: 'services' | 'journeys'): string | null => {
            const names = subjects[key].text(lang, words);
            return names === null ? null : words.t(`understood.${key}`, { names });
          };
          const understood = [
            words.t(asked.size === 0 ? 'understood.people' : 'understood.peopleAsked', {
              people: number.format(people.size),
              asked: number.format(asked.size),
            }),
            days.text('understood.dates', words),
            listed('services'),
            listed('journeys'),
          ].filter((text) => text !== null);
          return { lines, routing, invitations: 0, understood };
        },
      };
    },

    writer: async (context, importId, total) => {
      const { tx, actor, partnerId, now } = context;
      const act = openAct(tx, { mail, author: actor, now });
      const year = numberingYear(now);
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
        write: async (drafts) => {
          const numbered = drafts.map((draft, index) => ({
            ...draft,
            numRequest: formatRequestNumber(year, next + index),
          }));
          next += drafts.length;
          await writeRequests(act, numbered, importId);
          numbered.forEach(remember);
          unrouted.push(
            ...numbered
              .filter(({ status }) => status === 'EN COURS DE QUALIFICATION')
              .map(({ numRequest }) => numRequest),
          );
          const submitted = numbered.filter(({ agreement }) => agreement !== 'WAITING');
          waiting += numbered.length - submitted.length;
          await act.flush();
        },
        finish: async () => {
          await notifyFiled(act, importId, partnerId);
          const waitMinutes = await askForAgreement(act, importId, {
            db,
            partnerId,
            perDay: settings.importMailsPerDay,
          });
          act.record(...(await filedSteps(context, given)));
          if (unrouted.length > 0) act.record({ type: 'requests.unrouted', numbers: unrouted });
          await act.finish();
          return { waitMinutes, waiting };
        },
      };
    },

    writeLike: csvLike,
  };
}
