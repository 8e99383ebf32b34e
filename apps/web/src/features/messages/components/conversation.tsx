import { Stack, Tabs } from '@mantine/core';
import { IconLock, IconMessages } from '@tabler/icons-react';
import type { StepFilePart } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import '@mantine/core/styles/Tabs.css';

import { Notes } from './notes.tsx';
import type { ConversationProps } from '../../../ui/slots.ts';
import { Thread } from './thread.tsx';

/** Messages of a step; for agents also the internal notes, in a separate, marked tab. */
export default function Conversation({ stepId, viewer, onSettled }: ConversationProps) {
  const { t } = useTranslation('messages');
  const { hash } = useLocation();
  // A mention leads to an address with the notes tab; a tab chosen later applies only to that address.
  const [chosen, setChosen] = useState<{ hash: string; tab: string | null } | null>(null);
  const led = hash === `#${'notes' satisfies StepFilePart}` ? 'notes' : 'messages';
  const tab = chosen?.hash === hash ? chosen.tab : led;
  if (viewer === 'BENEFICIAIRE') {
    return (
      <Stack>
        <Thread key={stepId} stepId={stepId} role={viewer} />
      </Stack>
    );
  }
  return (
    <Tabs value={tab} onChange={(next) => setChosen({ hash, tab: next })} keepMounted={false}>
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
          <Thread key={stepId} stepId={stepId} role={viewer} onSettled={onSettled} />
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
