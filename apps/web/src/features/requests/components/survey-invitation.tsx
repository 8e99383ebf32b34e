import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../../ui/banner.tsx';
import { Survey } from '../../../ui/slots.ts';
import styles from './requests.module.css';

const closedKey = 'surveyClosed';

/** Asks a person without qualification for a few details; the dialog opens by itself once per session. */
export function SurveyInvitation({ onSaved }: { onSaved: () => unknown }) {
  const { t } = useTranslation('requests');
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(closedKey) === null);
  return (
    <>
      <Banner tone="warning" title={t('survey.title')}>
        <p>{t('survey.text')}</p>
        <button
          type="button"
          className={styles['link']}
          onClick={() => {
            setOpen(true);
          }}
        >
          {t('survey.link')}
        </button>
      </Banner>
      <Survey
        opened={isOpen}
        onClose={() => {
          sessionStorage.setItem(closedKey, '1');
          setOpen(false);
        }}
        onSaved={() => void onSaved()}
      />
    </>
  );
}
