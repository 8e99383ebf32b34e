import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

// Fetched, with its words, when it first opens.
const ViewsDialog = lazy(() => import('./views-dialog.tsx'));

/** Opens the saved views of the list. */
export function WorklistViews({
  view,
}: {
  /** The one that the address names; 0: none. */
  view: number;
}) {
  const { t } = useTranslation('worklist');
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={view === 0 ? 'default' : 'light'}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {t('views')}
      </Button>
      {isWanted ? (
        <Suspense fallback={null}>
          <ViewsDialog opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
