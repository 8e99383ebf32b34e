import type { NoticeView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../lib/format/formats.ts';

/** A notice as a sentence in the language in use: it is made here, when it is read. */
export function useSentence(): (notice: NoticeView, isBeneficiary: boolean) => string {
  const { t } = useTranslation('notices');
  const formats = useFormats();
  return (notice, isBeneficiary) => {
    const name = (text: string | null) => isolated(text ?? '—');
    const isOwnFile = notice.kind === 'FILE_INFECTED' && notice.numRequest === null;
    const passedOn = notice.next === null ? (`kinds.${notice.kind}` as const) : 'passedOnTo';
    return t(isOwnFile ? 'ownFileInfected' : passedOn, {
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
  };
}
