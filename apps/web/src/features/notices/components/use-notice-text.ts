import type { NoticeView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../lib/format/formats.ts';

/** Kinds that can summarise several notices. */
const counted = [
  'ASSIGNED',
  'DOCUMENTS_ASKED',
  'IMPORTED',
  'MESSAGE',
  'NEW_STEP',
  'HANDED_OVER',
] as const;

function sentenceOf({ kind, numRequest, next, count }: NoticeView) {
  if (kind === 'FILE_INFECTED' && numRequest === null) return 'ownFileInfected';
  if (next !== null) return 'passedOnTo';
  // Several messages about one request are named with it.
  if (kind === 'MESSAGE' && numRequest !== null) return 'kinds.MESSAGE';
  const several = count !== null && count > 1 ? counted.find((one) => one === kind) : undefined;
  return several === undefined ? (`kinds.${kind}` as const) : (`several.${several}` as const);
}

/** Formats a notice in the present language when it is read. */
export function useNoticeText(): (notice: NoticeView, isBeneficiary: boolean) => string {
  const { t } = useTranslation('notices');
  const formats = useFormats();
  return (notice, isBeneficiary) => {
    const name = (text: string | null) => isolated(text ?? '—');
    const text = t(sentenceOf(notice), {
      count: notice.count ?? 1,
      stars: notice.count ?? 0,
      number: `\u2066${notice.numRequest ?? ''}\u2069`,
      organisation: name(notice.organisation),
      beneficiary: name(notice.beneficiary),
      from: name(isBeneficiary ? notice.organisation : notice.beneficiary),
      person: name(notice.person),
      next: name(notice.next),
      service: name(notice.service),
      status: notice.status?.libelle ?? '',
      percent: isolated(formats.percent(notice.percent ?? 0)),
      documents: formats.list(notice.documents.map((label) => isolated(label))),
    });
    return notice.reason === null
      ? text
      : t('withReason', { text, reason: isolated(notice.reason) });
  };
}
