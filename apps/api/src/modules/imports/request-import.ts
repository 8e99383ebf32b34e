import { labelOf } from '../reference/index.ts';
import { openAct } from '../../events/act.ts';
import { formatsOf } from '../../platform/i18n/formats.ts';
import { readCsv } from '../../platform/spreadsheets/csv-reader.ts';
import { csvLike } from '../../platform/spreadsheets/numbered-rows.ts';
import type { RequestDraft } from './request-drafts.ts';
import { requestChecker, requestColumns, type RequestColumn } from './request-lines.ts';
import { requestWriter } from './request-writer.ts';
import { titleOf } from './requests-template.ts';
import { dayRange, nameCounts } from './understood.ts';
import { wallDay } from './wall-clock.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import type { ImportDeps, ImportJob } from './import-job.ts';

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
        result: async () => {
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
          return await Promise.resolve({ lines, routing, invitations: 0, understood });
        },
      };
    },

    writer: async ({ tx, actor, partnerId, now }, importId, total) => {
      const act = openAct(tx, { mail, author: actor, now });
      const writer = await requestWriter(act, { db, settings }, { partnerId, importId, total });
      return {
        write: async (drafts) => {
          await writer.write(drafts);
        },
        finish: async () => await writer.finish(),
      };
    },

    writeLike: csvLike,
  };
}
