import { Box, Group } from '@mantine/core';
import type { RequestDocumentView } from '@wasl/contracts';

import { useTranslation } from 'react-i18next';

import { call } from '../../../lib/http/api-client.ts';
import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FileStateTag } from '../../../ui/file-state.tsx';
import layout from '../../../ui/layout/layout.module.css';

export function SentDocument({ document }: { document: RequestDocumentView }) {
  const { t } = useTranslation('wizard');
  const formats = useFormats();
  return (
    <Group justify="space-between" gap="8px 12px" py={8}>
      <Box component="span" className={layout['wrap']} flex="1 1 180px">
        <bdi>{document.originalName}</bdi>{' '}
        <span className={layout['small']}>
          ({formats.bytes(document.size)}
          {document.simulation === null
            ? ''
            : ` · ${t('report.rules', { version: isolated(document.simulation.rulesVersion) })}`}
          )
        </span>
      </Box>
      <FileStateTag state={document.state} />
      {document.state === 'INFECTED' ? null : (
        <DownloadButton
          name={document.originalName}
          load={() => call('downloadFileRequest', { params: { name: document.filename } })}
        />
      )}
    </Group>
  );
}
