import { Stack, Tabs } from '@mantine/core';
import { IconLock, IconMessages } from '@tabler/icons-react';
import type { Role } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/Tabs.css';

import { Notes } from './notes.tsx';
import { Thread } from './thread.tsx';

/** A step's messages; for agents the internal notes beside them, apart and marked as such. */
export function Conversation({ stepId, viewer }: { stepId: number; viewer: Role }) {
  const { t } = useTranslation('messages');
  if (viewer === 'BENEFICIAIRE') {
    return (
      <Stack>
        <Thread key={stepId} stepId={stepId} role={viewer} />
      </Stack>
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
        <Stack>
          <Thread key={stepId} stepId={stepId} role={viewer} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="notes" pt="md">
        <Stack>
          <Notes key={stepId} stepId={stepId} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
