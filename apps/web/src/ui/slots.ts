import type { QualificationView, Role } from '@wasl/contracts';
import i18next from 'i18next';
import {
  type ComponentType,
  createContext,
  createElement,
  Suspense,
  useContext,
  useState,
} from 'react';

import type { Namespace } from '../i18n/namespaces.ts';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import type { DialogProps } from './modal.tsx';

export interface FollowUpPartsProps {
  readonly requestId: number;
  /** Role of the reader: only the beneficiary sees feedback, submits documents and rates. */
  readonly viewer: Role;
}

export interface FollowUpProps extends DialogProps, Pick<FollowUpPartsProps, 'viewer'> {
  /** Null before the user chooses a request. */
  readonly request: { readonly id: number; readonly numRequest: string } | null;
}

export interface SurveyProps extends DialogProps {
  readonly onSaved?: () => void;
}

export interface SurveyAnswersProps {
  readonly survey: QualificationView;
}

export interface MessagesProps extends DialogProps {
  /** Step of the agent's organisation; null before the user chooses one. */
  readonly step: { readonly id: number; readonly numRequest: string } | null;
}

export interface ConversationProps {
  readonly stepId: number;
  readonly viewer: Role;
  /** Called after an answer, or when none is needed. */
  readonly onSettled?: (() => void) | undefined;
}

export type ImportKind = 'requests' | 'beneficiaries';

export interface ImportProps extends DialogProps {
  readonly kind: ImportKind;
  /** Called after an import, because the list changed. */
  readonly onImported: () => unknown;
}

/** Dialogs and panels that one feature provides for others. Features do not import each other, so the app connects them. */
export interface Slots {
  readonly Conversation: ComponentType<ConversationProps>;
  readonly FollowUp: ComponentType<FollowUpProps>;
  readonly FollowUpParts: ComponentType<FollowUpPartsProps>;
  readonly Import: ComponentType<ImportProps>;
  readonly Messages: ComponentType<MessagesProps>;
  readonly Survey: ComponentType<SurveyProps>;
  readonly SurveyAnswers: ComponentType<SurveyAnswersProps>;
}

export const SlotsContext = createContext<Slots | null>(null);

function useSlots(): Slots {
  const slots = useContext(SlotsContext);
  if (slots === null) throw new Error('No slots around the page');
  return slots;
}

export const Conversation = (props: ConversationProps) =>
  createElement(useSlots().Conversation, props);

export const FollowUp = (props: FollowUpProps) => createElement(useSlots().FollowUp, props);

export const FollowUpParts = (props: FollowUpPartsProps) =>
  createElement(useSlots().FollowUpParts, props);

export const Import = (props: ImportProps) => createElement(useSlots().Import, props);

export const Messages = (props: MessagesProps) => createElement(useSlots().Messages, props);

export const Survey = (props: SurveyProps) => createElement(useSlots().Survey, props);

export const SurveyAnswers = (props: SurveyAnswersProps) =>
  createElement(useSlots().SurveyAnswers, props);

export function withWords<M>(load: () => Promise<M>, ...words: Namespace[]): () => Promise<M> {
  return async () => {
    const [module] = await Promise.all([load(), i18next.loadNamespaces(words)]);
    return module;
  };
}

/** A dialog that is loaded when it first opens, and stays mounted from then on. */
export function lazyDialog<P extends { readonly opened: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Dialog = lazyWithRetry(load);
  return function LazyDialog(props: P) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    return wasOpened
      ? createElement(Suspense, { fallback: null }, createElement(Dialog, props))
      : null;
  };
}
