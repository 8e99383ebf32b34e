import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { tabStore } from '../../../lib/drafts/device-store.ts';
import { readDraft } from '../../../lib/drafts/draft-store.ts';
import { isReturning } from '../../../lib/session/session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Survey } from '../../../ui/slots.ts';

const closedKey = 'surveyClosed';

/** Once per session, and again when a session ended during the survey. */
const opensByItself = () =>
  tabStore.get(closedKey) === null || (isReturning() && readDraft('survey') !== null);

/** Invites a person without qualification to the survey; the dialog opens by itself once per session. */
export function SurveyInvitation({
  isPrimary,
  onSaved,
}: {
  /** Whether it has the page's primary button. */
  isPrimary: boolean;
  onSaved: () => unknown;
}) {
  const { t } = useTranslation('requests');
  const [isOpen, setOpen] = useState(opensByItself);
  return (
    <>
      <Banner tone="warning" title={t('survey.title')}>
        <p>{t('survey.text')}</p>
        <Button mt={8} variant={isPrimary ? 'filled' : 'default'} onClick={() => setOpen(true)}>
          {t('survey.link')}
        </Button>
      </Banner>
      <Survey
        opened={isOpen}
        onClose={() => {
          tabStore.set(closedKey, '1');
          setOpen(false);
        }}
        onSaved={() => void onSaved()}
      />
    </>
  );
}
