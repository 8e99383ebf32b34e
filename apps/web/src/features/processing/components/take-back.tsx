import { Button } from '@mantine/core';
import type { WorklistRow } from '@wasl/contracts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useTakeBack } from './use-take-back.ts';

const TakeBackDialog = lazy(() => import('./take-back-dialog.tsx'));

/** Takes the closing of a step back, with the minutes that are left; nothing where there is none to take back. */
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
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {minutes === null ? null : (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden data-turns />}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          {t('takeBack', { count: minutes })}
        </Button>
      )}
      {isWanted ? (
        <Suspense fallback={null}>
          <TakeBackDialog
            row={row}
            stepId={stepId}
            opened={isOpen}
            onClose={() => setOpen(false)}
            onDone={onDone}
          />
        </Suspense>
      ) : null}
    </>
  );
}
