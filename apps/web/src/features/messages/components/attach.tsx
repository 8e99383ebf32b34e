import { ActionIcon, Button, Group, Stack } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { lazyDialog } from '../../../ui/slots.ts';
import { type Attachments, hasAttachments } from '../rules/attachments.ts';

// Loaded with the documents.
const AttachDialog = lazyDialog(() => import('./attach-dialog.tsx'));

export function Attach({
  stepId,
  attached,
  isDisabled,
  onChange,
}: {
  stepId: number;
  attached: Attachments;
  isDisabled: boolean;
  onChange: (attached: Attachments) => void;
}) {
  const { t } = useTranslation(['messages', 'common']);
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { documents, files } = attached;
  const chosen = [
    ...documents.map((one) => ({
      key: one.filename,
      name: one.originalName,
      size: one.size,
      without: { files, documents: documents.filter((other) => other !== one) },
    })),
    ...files.map((one, at) => ({
      key: `${String(at)} ${one.name}`,
      name: one.name,
      size: one.size,
      without: { documents, files: files.filter((other) => other !== one) },
    })),
  ];
  const add = (more: Partial<Attachments>) => {
    onChange({ ...attached, ...more });
    setOpen(false);
  };
  return (
    <>
      {hasAttachments(attached) ? (
        <Stack component="ul" gap={4} aria-label={t('attach.chosen')}>
          {chosen.map(({ key, name, size, without }) => (
            <Group key={key} component="li" gap="xs" wrap="nowrap">
              <IconPaperclip size={18} aria-hidden />
              <span className={layout['wrap']}>
                <bdi>{name}</bdi> <span className={layout['small']}>({formats.bytes(size)})</span>
              </span>
              <ActionIcon
                variant="subtle"
                size="lg"
                disabled={isDisabled}
                aria-label={t('common:file.remove', { name })}
                onClick={() => onChange(without)}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      ) : null}
      <Group>
        <Button
          variant="subtle"
          size="sm"
          disabled={isDisabled}
          leftSection={<IconPaperclip size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('attach.open')}
        </Button>
      </Group>
      <AttachDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        stepId={stepId}
        attached={attached}
        onDocument={(document) => add({ documents: [...documents, document] })}
        onFile={(file) => add({ files: [...files, file] })}
      />
    </>
  );
}
