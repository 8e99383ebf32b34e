import { Button, Stack } from '@mantine/core';
import type { UserView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Survey } from '../../../ui/slots.ts';

export function SurveySection({ user }: { user: UserView }) {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  const isAnswered = user.qualification !== null;
  return (
    <Stack component="section" className={layout['card']} aria-labelledby="own-survey">
      <h2 id="own-survey" className={layout['title']}>
        {t('survey.title')}
      </h2>
      <p className={layout['lead']}>{t(isAnswered ? 'survey.answered' : 'survey.none')}</p>
      <Actions justify="flex-start">
        <Button variant="default" onClick={() => setOpen(true)}>
          {t(isAnswered ? 'survey.change' : 'survey.answer')}
        </Button>
      </Actions>
      <Survey opened={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  );
}
