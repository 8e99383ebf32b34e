import i18next from 'i18next';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

import type { Namespace } from '../i18n/namespaces.ts';
import { type Slots, SlotsContext } from '../ui/slots.ts';
import { PageSkeleton } from '../ui/states.tsx';

/** A dialog of a feature, fetched with its words the first time it opens. */
function slot<P extends { readonly opened: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
  namespace: Namespace,
): ComponentType<P> {
  // The type of lazy components does not follow generic properties.
  const Dialog = lazy(async () => {
    const [module] = await Promise.all([load(), i18next.loadNamespaces(namespace)]);
    return module;
  }) as unknown as ComponentType<P>;
  return function LazyDialog(props: P) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}

// Panels of features, fetched with their words when they are first shown.
const Conversation = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/messages/components/conversation.tsx'),
    i18next.loadNamespaces('messages'),
  ]);
  return { default: module.Conversation };
});

const SurveyAnswers = lazy(async () => {
  const [module] = await Promise.all([
    import('../features/accounts/components/survey-answers.tsx'),
    i18next.loadNamespaces('survey'),
  ]);
  return { default: module.SurveyAnswers };
});

const slots: Slots = {
  Conversation: (props) => (
    <Suspense fallback={<PageSkeleton />}>
      <Conversation {...props} />
    </Suspense>
  ),
  FollowUp: slot(
    () => import('../features/processing/components/follow-up-dialog.tsx'),
    'follow-up',
  ),
  Import: slot(() => import('../features/imports/components/import-dialog.tsx'), 'imports'),
  Messages: slot(() => import('../features/messages/components/messages-dialog.tsx'), 'messages'),
  Survey: slot(() => import('../features/accounts/components/survey-dialog.tsx'), 'survey'),
  SurveyAnswers: (props) => (
    <Suspense fallback={<PageSkeleton />}>
      <SurveyAnswers {...props} />
    </Suspense>
  ),
};

/** Ties the dialogs that features offer to the features that open them. */
export function SlotsProvider({ children }: { children: ReactNode }) {
  return <SlotsContext value={slots}>{children}</SlotsContext>;
}
