import { type ReactNode, Suspense } from 'react';

import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { lazyDialog, type Slots, SlotsContext, withWords } from '../ui/slots.ts';
import { PageSkeleton } from '../ui/states.tsx';

const followUpWords = ['follow-up', 'requests', 'contact'] as const;

// Panels of features, loaded with their catalogues when first shown.
const Conversation = lazyWithRetry(
  withWords(() => import('../features/messages/components/conversation.tsx'), 'messages'),
);
const FollowUpParts = lazyWithRetry(
  withWords(
    () => import('../features/processing/components/follow-up/follow-up-parts.tsx'),
    ...followUpWords,
  ),
);
const SurveyAnswers = lazyWithRetry(
  withWords(() => import('../features/accounts/components/survey-answers.tsx'), 'survey'),
);

const slots: Slots = {
  Conversation: (props) => (
    <Suspense fallback={<PageSkeleton />}>
      <Conversation {...props} />
    </Suspense>
  ),
  FollowUp: lazyDialog(
    withWords(
      () => import('../features/processing/components/follow-up/follow-up-dialog.tsx'),
      ...followUpWords,
    ),
  ),
  FollowUpParts: (props) => (
    <Suspense fallback={<PageSkeleton />}>
      <FollowUpParts {...props} />
    </Suspense>
  ),
  Import: lazyDialog(
    withWords(() => import('../features/imports/components/import-dialog.tsx'), 'imports'),
  ),
  Messages: lazyDialog(
    withWords(() => import('../features/messages/components/messages-dialog.tsx'), 'messages'),
  ),
  Survey: lazyDialog(
    withWords(() => import('../features/accounts/components/survey-dialog.tsx'), 'survey'),
  ),
  SurveyAnswers: (props) => (
    <Suspense fallback={<PageSkeleton />}>
      <SurveyAnswers {...props} />
    </Suspense>
  ),
};

/** Connects dialogs that features provide with the features that open them. */
export function SlotsProvider({ children }: { children: ReactNode }) {
  return <SlotsContext value={slots}>{children}</SlotsContext>;
}
