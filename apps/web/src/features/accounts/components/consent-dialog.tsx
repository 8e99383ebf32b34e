import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ConsentText } from './consent-text.tsx';

/** Privacy text. The account is created only by "Accept". */
export default function ConsentDialog({
  opened,
  onAccept,
  onClose,
}: DialogProps & { onAccept: () => void }) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('consent.title')} size="md">
      <Stack gap="sm">
        <ConsentText />
        <p>{t('consent.question')}</p>
      </Stack>
      <div className={layout['onward']}>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        <Button onClick={onAccept}>{t('consent.accept')}</Button>
      </div>
    </Dialog>
  );
}
