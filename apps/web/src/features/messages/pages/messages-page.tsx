import { Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Conversation, withWords } from '../../../ui/slots.ts';
import { EmptyState, PageSkeleton } from '../../../ui/states.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { OwnThreads } from '../components/own-threads.tsx';
import { ThreadHead } from '../components/thread-head.tsx';

const AgentInbox = lazyWithRetry(
  withWords(() => import('../components/agent-inbox.tsx'), 'worklist', 'agent'),
);

/** One conversation of a beneficiary. */
function OwnThread({ given }: { given: string }) {
  const { t } = useTranslation('messages');
  const stepId = /^\d{1,9}$/.test(given) ? Number(given) : null;
  const { data } = useEndpoint(
    'getMessages',
    stepId === null ? null : { params: { stepId }, query: {} },
    { keepPreviousData: false },
  );
  const head = data?.thread;
  usePageTitle(head && t('dialog', { number: head.numRequest }));
  if (stepId === null) return <EmptyState title={t('unknown')} />;
  return (
    <Stack className={layout['text'] ?? ''}>
      {head === undefined ? null : <ThreadHead head={head} viewer="BENEFICIAIRE" />}
      <Conversation stepId={stepId} viewer="BENEFICIAIRE" />
    </Stack>
  );
}

/** Conversations, or one of them; mails and notices lead here. */
export default function MessagesPage() {
  const session = useSession();
  const { stepId } = useParams();
  if (session?.role === 'PARTENAIRE')
    return (
      <Suspense fallback={<PageSkeleton />}>
        <AgentInbox />
      </Suspense>
    );
  return stepId === undefined ? <OwnThreads /> : <OwnThread given={stepId} />;
}
