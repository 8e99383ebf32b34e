import { langs, type Lang } from '@wasl/contracts';

import { displayName } from '../../platform/auth/authenticate.ts';
import type { Mail } from '../../platform/mail/templates.ts';
import { readCsv } from '../../platform/spreadsheets/csv-reader.ts';
import { labelOf } from '../reference/index.ts';
import {
  formatRequestNumber,
  numberingYear,
  requestWrites,
  routingRepository,
} from '../requests/index.ts';
import {
  requestChecker,
  requestColumns,
  type RequestColumn,
  type RequestDraft,
} from './request-lines.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import { requestWritesRepository, type NumberedDraft } from './request-writes.repository.ts';
import type { ImportContext, ImportDeps, ImportJob } from './run-import.ts';

function langOf(text: string): Lang {
  return langs.find((lang) => lang === text) ?? 'fr';
}

/** What an organisation was given by the file. */
interface Given {
  readonly numRequest: string;
  readonly serviceItemId: number;
  count: number;
}

/** One mail to each agent of each organisation, however many steps it was given; the importer knows already. */
async function assignedMails(
  { tx, actor }: ImportContext,
  given: ReadonlyMap<number, Given>,
): Promise<Mail[]> {
  if (given.size === 0) return [];
  const { services } = await requestLookupsRepository(tx).lookups();
  const labels = new Map([...services.values()].map((service) => [service.id, service]));
  const agents = await routingRepository(tx).agentsOf([...given.keys()]);
  return agents.flatMap((agent): Mail[] => {
    const steps = given.get(agent.partner.id);
    if (!steps || agent.email === actor.email) return [];
    const lang = langOf(agent.lang);
    const common = { to: agent.email, lang };
    const params = { name: displayName(agent), organisation: agent.partner.title };
    const service = labels.get(steps.serviceItemId);
    if (steps.count > 1 || !service) {
      return [{ ...common, template: 'stepsAssigned', params: { ...params, count: steps.count } }];
    }
    const { numRequest } = steps;
    return [
      {
        ...common,
        template: 'stepAssigned',
        params: { ...params, numRequest, service: labelOf(service, lang) },
      },
    ];
  });
}

/** The `.csv` of requests: each line becomes a submitted request. */
export function requestImport({
  db,
  mail,
}: Pick<ImportDeps, 'db' | 'mail'>): ImportJob<RequestColumn, string, RequestDraft> {
  return {
    kind: 'REQUESTS',
    columns: requestColumns,
    oneOf: [['services', 'parcours']],
    read: readCsv,
    textOf: (cell) => cell,
    isComment: ({ cells }) => /^#(\s|$)/.test(cells[0] ?? ''),

    checker: async ({ tx, partnerId, now, words }) => {
      const repository = requestLookupsRepository(tx);
      const checker = requestChecker(
        repository,
        await repository.lookups(),
        { partnerId, now },
        words,
      );
      return async (lines) => await checker.check(lines);
    },

    writer: async (context, importId, total) => {
      const { tx, actor, now } = context;
      const year = numberingYear(now);
      // Outside the transaction: nobody who creates a request waits for the import.
      let next = await requestWrites(db).takeNumbers(year, total);
      const given = new Map<number, Given>();
      const repository = requestWritesRepository(tx);

      const remember = ({ steps, numRequest }: NumberedDraft): void => {
        for (const { partnerId, status, titleItemId } of steps) {
          if (status !== 'ASSIGNED') continue;
          const known = given.get(partnerId);
          if (known) known.count += 1;
          else given.set(partnerId, { numRequest, serviceItemId: titleItemId, count: 1 });
        }
      };
      return {
        write: async (drafts) => {
          const numbered = drafts.map((draft, index) => ({
            ...draft,
            numRequest: formatRequestNumber(year, next + index),
          }));
          next += drafts.length;
          const ids = await repository.insert(numbered, {
            importId,
            actorId: actor.userId,
            actorRole: actor.role,
            now,
          });
          numbered.forEach(remember);
          await mail.enqueueMany(
            tx,
            numbered.map(({ beneficiary, numRequest }) => ({
              to: beneficiary.email,
              lang: langOf(beneficiary.lang),
              template: 'requestReceived' as const,
              params: {
                name: beneficiary.name,
                requestId: ids.get(numRequest) ?? 0,
                numRequest,
                submittedAt: now.toISOString(),
              },
            })),
          );
        },
        finish: async () => {
          await mail.enqueueMany(tx, await assignedMails(context, given));
        },
      };
    },
  };
}
