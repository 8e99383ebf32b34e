import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../../ui/layout/layout.module.css';
import { lazyDialog, withWords } from '../../../ui/slots.ts';
import type { KeyAction, KeyActions } from './key-actions.ts';
import { useKeys } from './use-keys.ts';

// Loaded when first opened, with its catalogue.
const KeysDialog = lazyDialog(withWords(() => import('./keys-dialog.tsx'), 'agent'));

/** Shortcuts of one key for a page, and the button that shows them unless `help` does. */
export function Keys({
  actions,
  further = [],
  help,
}: {
  actions: KeyActions;
  /** Actions of the page that another component does. */
  further?: readonly KeyAction[];
  /** The dialog, where another control opens it. */
  help?: { readonly isOpen: boolean; readonly onChange: (isOpen: boolean) => void };
}) {
  const { t } = useTranslation('worklist');
  const [isShown, setShown] = useState(false);
  const isOpen = help?.isOpen ?? isShown;
  const setOpen = help?.onChange ?? setShown;
  useKeys({ ...actions, help: () => setOpen(true) });
  return (
    <>
      {help === undefined ? (
        <Button
          className={layout['wide'] ?? ''}
          variant="subtle"
          size="sm"
          px={8}
          aria-label={t('file.keys')}
          title={t('file.keys')}
          onClick={() => setOpen(true)}
        >
          <b aria-hidden>?</b>
        </Button>
      ) : null}
      <KeysDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        actions={[...(Object.keys(actions) as KeyAction[]), ...further, 'help']}
      />
    </>
  );
}
