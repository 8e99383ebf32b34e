import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyDialog } from '../../../../ui/slots.ts';

// Fetched with its words.
const ViewsDialog = lazyDialog(() => import('./views-dialog.tsx'));

/** Opens the saved views of the list. */
export function WorklistViews({
  view,
}: {
  /** The one that the address names; 0: none. */
  view: number;
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
      <ViewsDialog opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
