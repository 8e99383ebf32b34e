import type { StepFile } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { isolated } from '../../../../lib/format/formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { documentToRead } from '../../rules/document-to-read.ts';

/** What the organisation has to do next on a step, with a link to the part of the page that does it. */
export function NextMove({ file }: { file: StepFile }) {
  const { t } = useTranslation('worklist');
  const { search } = useLocation();
  const document = documentToRead(file);
  const move = file.row.awaitsAnswer
    ? ({ hash: 'notes', title: t('move.answer'), action: t('next.messages') } as const)
    : document === undefined
      ? null
      : ({
          hash: 'documents',
          title: t('move.document', { document: isolated(document) }),
          action: t('move.read'),
        } as const);
  if (move === null) return null;
  return (
    <Banner tone="warning" title={move.title}>
      <Link to={{ search, hash: move.hash }}>{move.action}</Link>
    </Banner>
  );
}
