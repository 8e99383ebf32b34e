import { Group, Stack } from '@mantine/core';
import type { MessageAttachment } from '@wasl/contracts';
import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { call } from '../../../lib/http/api-client.ts';
import { useFormats } from '../../../lib/format/formats.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FileStateTag } from '../../../ui/file-state.tsx';
import layout from '../../../ui/layout/layout.module.css';

/** Files of a message; a deleted file shows only its name. */
export function MessageFiles({ files }: { files: readonly MessageAttachment[] }) {
  const { t } = useTranslation('messages');
  const formats = useFormats();
  return (
    <Stack component="ul" gap={4} mt={4} aria-label={t('attach.came')}>
      {files.map(({ filename, originalName, size, state }, at) => (
        <Group key={`${String(at)} ${originalName}`} component="li" gap="4px 8px">
          <IconPaperclip size={18} aria-hidden />
          <span className={layout['wrap']}>
            <bdi>{originalName}</bdi>{' '}
            <span>({filename === null ? t('attach.gone') : formats.bytes(size)})</span>
          </span>
          <FileStateTag state={state} />
          {filename === null || state === 'INFECTED' ? null : (
            <DownloadButton
              name={originalName}
              load={() => call('downloadFileMessage', { params: { name: filename } })}
            />
          )}
        </Group>
      ))}
    </Stack>
  );
}
