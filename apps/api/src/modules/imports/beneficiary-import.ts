import type { ReferenceParent } from '@wasl/contracts';

import { createPause } from '../../platform/program/pause.ts';
import { addressee } from '../../events/account-events.ts';
import { recordAlone } from '../../events/act.ts';
import {
  accountTokensRepository,
  invitationSeconds,
} from '../../platform/auth/account-tokens.repository.ts';
import { formatsOf } from '../../platform/i18n/formats.ts';
import { textWorkbook } from '../../platform/spreadsheets/numbered-rows.ts';
import { shownText, type XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import { readXlsx } from '../../platform/spreadsheets/xlsx-reader.ts';
import { labelOf, referenceService, type DescribedItem } from '../reference/index.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  type BeneficiaryColumn,
  beneficiaryColumns,
  beneficiaryLists,
  type ListItems,
} from './beneficiary-columns.ts';
import { beneficiaryChecker, type BeneficiaryDraft } from './beneficiary-lines.ts';
import { beneficiaryWritesRepository } from './beneficiary-writes.repository.ts';
import { importsRepository } from './imports.repository.ts';
import { requestLookupsRepository } from './request-lookups.repository.ts';
import { dayRange, nameCounts } from './understood.ts';
import { columnTitle } from './words/index.ts';
import { takeMailDays } from './mail-days.repository.ts';
import type { ImportDeps, ImportJob } from './import-job.ts';

/** The reference lists of a file of beneficiaries, including the organisation's own items. */
export async function beneficiaryLookups(db: Db, partnerId: number): Promise<ListItems> {
  const reference = referenceService(db);
  const lists = new Map<ReferenceParent, DescribedItem[]>();
  for (const list of beneficiaryLists)
    lists.set(list, await reference.listItemsFor(list, partnerId));
  return lists;
}

/**
 * The import of `.xlsx` files of beneficiaries. Each row creates an account without a password and an invitation,
 * unless the account exists.
 */
export function beneficiaryImport({
  db,
  mail,
  settings,
}: Pick<ImportDeps, 'db' | 'mail' | 'settings'>): ImportJob<
  BeneficiaryColumn,
  XlsxCell,
  BeneficiaryDraft
> {
  return {
    kind: 'BENEFICIARIES',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    columns: beneficiaryColumns,
    read: readXlsx,
    titleOf: columnTitle,
    blank: null,
    textOf: shownText,
    isComment: () => false,

    checker: async ({ tx, partnerId, words, actor }) => {
      const lists = await beneficiaryLookups(tx, partnerId);
      const checker = beneficiaryChecker(lists, actor.lang, words);
      const pause = createPause();
      return async (lines) => {
        const drafts: BeneficiaryDraft[] = [];
        for (const line of lines) {
          drafts.push(...checker.check([line]));
          await pause();
        }
        return drafts;
      };
    },

    tally: async ({ tx, partnerId, words, lang }) => {
      const lists = await beneficiaryLookups(tx, partnerId);
      const labels = new Map(
        lists.get('PROVINCE')?.map((item) => [item.code, labelOf(item, lang)]),
      );
      const places = nameCounts();
      const days = dayRange();
      const emails: string[] = [];
      const { number } = formatsOf(lang);
      return {
        add: (drafts) => {
          for (const { email, province, birthDate } of drafts) {
            emails.push(email);
            places.add(labels.get(province) ?? province);
            days.add(birthDate.toISOString().slice(0, 10));
          }
        },
        result: async () => {
          const lines = emails.length;
          // An account opened by an earlier import does not count: the number would reveal which addresses had one.
          const known = await requestLookupsRepository(tx).countWithRequests(emails, partnerId);
          const names = places.text(lang, words);
          const understood = [
            words.t(known === lines ? 'understood.people' : 'understood.peopleNew', {
              people: number.format(lines),
              fresh: number.format(lines - known),
            }),
            days.text('understood.birthDates', words),
            names === null ? null : words.t('understood.places', { names }),
          ].filter((text) => text !== null);
          return { lines, routing: null, invitations: lines, understood };
        },
      };
    },

    writer: async ({ tx, partnerId, now }, importId, total) => {
      const organisation = await importsRepository(tx).organisation(partnerId);
      const repository = beneficiaryWritesRepository(tx);
      // Each line uses one slot of the daily limit, with or without an invitation, so the schedule does not reveal
      // which addresses have accounts.
      const minutesOf = await takeMailDays(db, {
        partnerId,
        count: total,
        perDay: settings.importMailsPerDay,
        now,
      });
      let line = 0;
      return {
        write: async (drafts) => {
          // Existing accounts stay unchanged, and no answer reveals that they exist.
          const ids = await repository.insert(drafts, { importId, now });
          const opened = drafts
            .map((draft, index) => ({ draft, waitMinutes: minutesOf(line + index) }))
            .filter(({ draft }) => ids.has(draft.email));
          line += drafts.length;
          const longestWait = opened.at(-1)?.waitMinutes ?? 0;
          const tokens = await accountTokensRepository(tx).issueMany(
            'INVITATION',
            [...ids.values()],
            {
              now,
              // The lifetime starts when the mail leaves.
              seconds: invitationSeconds + longestWait * 60,
            },
          );
          await recordAlone(
            tx,
            { mail, now },
            ...opened.map(({ draft, waitMinutes }) => ({
              type: 'account.imported' as const,
              account: addressee(draft),
              organisation,
              token: tokens.get(ids.get(draft.email) ?? '') ?? '',
              waitMinutes,
            })),
          );
        },
        finish: () => Promise.resolve({ waitMinutes: minutesOf(total - 1), waiting: null }),
      };
    },

    writeLike: (_source, batches, { t, lang }) =>
      textWorkbook({ sheetName: t('template.sheet'), isRightToLeft: lang === 'ar' }, batches),
  };
}
