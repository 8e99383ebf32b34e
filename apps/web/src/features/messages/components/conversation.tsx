import { Tabs } from '@mantine/core';
import { IconLock, IconMessages } from '@tabler/icons-react';
import type { Role } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Tabs.css';

import styles from './messages.module.css';
import { Notes } from './notes.tsx';
import { Thread } from './thread.tsx';

/** A step's messages; for agents the internal notes beside them, apart and marked as such. */
export function Conversation({ stepId, viewer }: { stepId: number; viewer: Role }) {
  const { t } = useTranslation('messages');
  if (viewer === 'BENEFICIAIRE') {
    return (
      <div className={styles['conversation']}>
        <Thread key={stepId} stepId={stepId} role={viewer} />
      </div>
    );
  }
  return (
    <Tabs defaultValue="messages" keepMounted={false}>
      <Tabs.List aria-label={t('tabs.label')}>
        <Tabs.Tab value="messages" leftSection={<IconMessages size={18} aria-hidden />}>
          {t('tabs.messages')}
        </Tabs.Tab>
        <Tabs.Tab value="notes" leftSection={<IconLock size={18} aria-hidden />}>
          {t('tabs.notes')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="messages" pt="md">
        <div className={styles['conversation']}>
          <Thread key={stepId} stepId={stepId} role={viewer} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="notes" pt="md">
        <div className={styles['conversation']}>
          <Notes key={stepId} stepId={stepId} />
        </div>
      </Tabs.Panel>
    </Tabs>
  );
}
