import type { ReferenceParent } from '@wasl/contracts';

import {
  accountTokensRepository,
  invitationSeconds,
} from '../../platform/auth/account-tokens.repository.ts';
import { displayName } from '../../platform/auth/authenticate.ts';
import { textWorkbook } from '../../platform/spreadsheets/numbered-rows.ts';
import { shownText, type XlsxCell } from '../../platform/spreadsheets/xlsx-cells.ts';
import { readXlsx } from '../../platform/spreadsheets/xlsx-reader.ts';
import { referenceService, type DescribedItem } from '../reference/index.ts';
import type { Db } from '../../platform/db.ts';
import {
  type BeneficiaryColumn,
  beneficiaryColumns,
  beneficiaryLists,
  type ListItems,
} from './beneficiary-columns.ts';
import { beneficiaryChecker, type BeneficiaryDraft } from './beneficiary-lines.ts';
import { beneficiaryWritesRepository } from './beneficiary-writes.repository.ts';
import { nameOf } from '../partners/index.ts';
import { importsRepository } from './imports.repository.ts';
import { columnTitle } from './words/index.ts';
import type { ImportDeps, ImportJob } from './import-job.ts';

/** The lists whose codes a file of beneficiaries holds, with the organisation's own items. */
export async function beneficiaryLookups(db: Db, partnerId: number): Promise<ListItems> {
  const reference = referenceService(db);
  const lists = new Map<ReferenceParent, DescribedItem[]>();
  for (const list of beneficiaryLists)
    lists.set(list, await reference.listItemsFor(list, partnerId));
  return lists;
}

/** The `.xlsx` of beneficiaries: each row makes an account without a password, and an invitation, where there is none. */
export function beneficiaryImport({
  mail,
}: Pick<ImportDeps, 'mail'>): ImportJob<BeneficiaryColumn, XlsxCell, BeneficiaryDraft> {
  return {
    kind: 'BENEFICIARIES',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    columns: beneficiaryColumns,
    read: readXlsx,
    titleOf: columnTitle,
    textOf: shownText,
    isComment: () => false,

    checker: async ({ tx, partnerId, words, actor }) => {
      const lists = await beneficiaryLookups(tx, partnerId);
      const checker = beneficiaryChecker(lists, actor.lang, words);
      return (lines) => Promise.resolve(checker.check(lines));
    },

    tally: () => {
      let lines = 0;
      return {
        add: (drafts) => {
          lines += drafts.length;
        },
        result: () => ({ lines, routing: null, invitations: lines }),
      };
    },

    writer: async ({ tx, partnerId, now }, importId) => {
      const organisation = await importsRepository(tx).organisation(partnerId);
      const repository = beneficiaryWritesRepository(tx);
      return {
        write: async (drafts) => {
          // Whoever has an account keeps it as it is; that they have one is told to nobody.
          const ids = await repository.insert(drafts, { importId, now });
          const opened = drafts.filter(({ email }) => ids.has(email));
          const tokens = await accountTokensRepository(tx).issueMany(
            'INVITATION',
            [...ids.values()],
            {
              now,
              seconds: invitationSeconds,
            },
          );
          await mail.enqueueMany(
            tx,
            opened.map((draft) => ({
              to: draft.email,
              lang: draft.lang,
              template: 'invitation' as const,
              params: {
                name: displayName({ ...draft, companyName: draft.companyName ?? null }),
                organisation: nameOf(organisation, draft.lang),
                token: tokens.get(ids.get(draft.email) ?? '') ?? '',
              },
            })),
          );
        },
        finish: () => Promise.resolve(),
      };
    },

    writeLike: (_source, batches, { t, lang }) =>
      textWorkbook({ sheetName: t('template.sheet'), isRightToLeft: lang === 'ar' }, batches),
  };
}
