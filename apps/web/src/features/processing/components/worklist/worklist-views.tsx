import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyDialog } from '../../../../ui/slots.ts';
import type { ColumnChoiceProps } from './column-choice.tsx';

// Loaded with its catalogue.
const ViewsDialog = lazyDialog(() => import('./views-dialog.tsx'));

export function WorklistViews({
  view,
  columns,
}: {
  /** Id of the view in the address; 0 for none. */
  view: number;
  columns: ColumnChoiceProps;
}) {
  const { t } = useTranslation('worklist');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={view === 0 ? 'default' : 'light'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('views')}
      </Button>
      <ViewsDialog opened={isOpen} onClose={() => setOpen(false)} columns={columns} />
    </>
  );
}
