import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { NewDocumentType } from '../../features/processing/forms/new-document-type.tsx';
import { useEndpoint } from '../../lib/http/use-endpoint.ts';
import layout from '../../ui/layout/layout.module.css';
import { LoadingOrError } from '../../ui/states.tsx';

/** The document types that the organisation may ask for, and a form for a new one. */
export function DocumentTypes({ partnerId }: { partnerId: number }) {
  const { t } = useTranslation(['organisation', 'layout']);
  const { data, error, reload } = useEndpoint('listDocumentTypes', { params: { partnerId } });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Stack component="section" className={layout['card']}>
      <p className={layout['lead']}>{t('documents.lead')}</p>
      <NewDocumentType partnerId={partnerId} onCreated={reload} />
      <Stack
        component="ul"
        className={layout['bullets']}
        gap={4}
        aria-label={t('layout:titles.documents')}
      >
        {data.map(({ document }) => (
          <li key={document.code} dir="auto">
            {document.libelle}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
