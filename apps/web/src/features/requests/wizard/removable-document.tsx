import { Box, Button, Group } from '@mantine/core';
import type { RequestDocumentView } from '@wasl/contracts';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { SentDocument } from '../components/sent-document.tsx';

/** Documents that the next save deletes, and a function that marks them. */
export interface Removal {
  readonly removed: readonly string[];
  readonly onRemove: (code: string, isRemoved: boolean) => void;
}

/** A document of the request with its download. It can be marked for deletion by the next save, and unmarked until then. */
export function RemovableDocument({
  document,
  removal,
}: {
  document: RequestDocumentView;
  removal: Removal;
}) {
  const { t } = useTranslation('wizard');
  const { code } = document.libelle;
  const name = isolated(document.originalName);
  const isRemoved = removal.removed.some((one) => one === code);
  return (
    <>
      <Group gap="0 12px">
        <Box flex="1 1 260px" {...(isRemoved && { td: 'line-through' })}>
          <SentDocument document={document} />
        </Box>
        <Button
          variant="subtle"
          size="sm"
          leftSection={
            isRemoved ? (
              <IconArrowBackUp size={18} aria-hidden data-mirrored />
            ) : (
              <IconTrash size={18} aria-hidden />
            )
          }
          aria-label={t(isRemoved ? 'documents.keepOne' : 'documents.removeOne', { name })}
          onClick={() => removal.onRemove(code, !isRemoved)}
        >
          {t(isRemoved ? 'documents.keep' : 'documents.remove')}
        </Button>
      </Group>
      <p className={layout['small']} role="status">
        {isRemoved ? t('documents.removed') : ''}
      </p>
    </>
  );
}
