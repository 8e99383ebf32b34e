import { Group, Stack } from '@mantine/core';
import type { StepView } from '@wasl/contracts';
import { IconFileCheck, IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../../lib/http/api-client.ts';
import { DownloadButton } from '../../../../ui/download-button.tsx';
import { FileStateTag } from '../../../../ui/file-state.tsx';
import layout from '../../../../ui/layout/layout.module.css';

export function StepDocuments({ documents }: Pick<StepView, 'documents'>) {
  const { t } = useTranslation('follow-up');
  if (documents.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" aria-label={t('documents.title')}>
      {documents.map(({ document, url, state }) => {
        const Icon = url === null ? IconHourglass : IconFileCheck;
        return (
          <Group
            component="li"
            key={`${document.code} ${url ?? ''}`}
            className={layout['box']}
            justify="space-between"
            gap="8px 12px"
            p="8px 12px"
          >
            <Group component="span" gap={8} wrap="nowrap">
              <Icon size={18} aria-hidden />
              {document.libelle}
            </Group>
            {url === null ? (
              <span className={layout['small']}>{t('documents.awaited')}</span>
            ) : (
              <>
                <FileStateTag state={state} />
                {state === 'INFECTED' ? null : (
                  <DownloadButton
                    name={document.libelle}
                    load={() => call('downloadFileStep', { params: { name: url } })}
                  />
                )}
              </>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
