import { Button } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyDialog } from '../../../../ui/slots.ts';
import { useTakeBack } from '../step/use-take-back.ts';

const TakeBackDialog = lazyDialog(() => import('../step/take-back-dialog.tsx'));

/** Undoes the closing of a step, with the remaining minutes; nothing when not possible. */
export function TakeBack({
  row,
  stepId,
  onDone,
}: {
  row: WorklistRow;
  stepId: number;
  onDone: () => unknown;
}) {
  const { t } = useTranslation('worklist');
  const minutes = useTakeBack(row);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {minutes === null ? null : (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden data-mirrored />}
          onClick={() => setOpen(true)}
        >
          {t('takeBack', { count: minutes })}
        </Button>
      )}
      <TakeBackDialog
        row={row}
        stepId={stepId}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onDone={onDone}
      />
    </>
  );
}
