import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../accounts.module.css';

const points = ['purpose', 'recipients', 'rights'] as const;

/** What is done with the data. The account is created only by "Accept". */
export function ConsentDialog({
  opened,
  onAccept,
  onClose,
}: {
  opened: boolean;
  onAccept: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('consent.title')} size="md">
      <div className={styles['consent']}>
        <p>{t('consent.lead')}</p>
        <ul>
          {points.map((point) => (
            <li key={point}>{t(`consent.${point}`)}</li>
          ))}
        </ul>
        <p>{t('consent.question')}</p>
      </div>
      <div className={styles['dialogActions']}>
        <Button variant="default" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        <Button onClick={onAccept}>{t('consent.accept')}</Button>
      </div>
    </Dialog>
  );
}
