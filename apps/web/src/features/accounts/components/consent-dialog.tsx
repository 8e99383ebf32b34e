import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Dialog, type DialogProps } from '../../../ui/dialog.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
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
      <Actions mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        <Button onClick={onAccept}>{t('consent.accept')}</Button>
      </Actions>
    </Dialog>
  );
}
