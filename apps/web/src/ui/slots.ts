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
import { late } from './late.tsx';
import type { DialogProps } from './modal.tsx';

export interface FollowUpProps extends DialogProps {
  /** The request followed; null before one was chosen. */
  readonly request: { readonly id: number; readonly numRequest: string } | null;
  /** Who looks: only the beneficiary sees feedback, hands documents in and rates. */
  readonly viewer: Role;
}

export interface SurveyProps extends DialogProps {
  /** After the answers were saved. */
  readonly onSaved?: () => void;
}

export interface SurveyAnswersProps {
  readonly survey: QualificationView;
}

export interface MessagesProps extends DialogProps {
  /** The step of the agent's organisation; null before one was chosen. */
  readonly step: { readonly id: number; readonly numRequest: string } | null;
}

export interface ConversationProps {
  readonly stepId: number;
  readonly viewer: Role;
}

export type ImportKind = 'requests' | 'beneficiaries';

export interface ImportProps extends DialogProps {
  readonly kind: ImportKind;
  /** After a file was imported: the list has changed. */
  readonly onImported: () => unknown;
}

/** Dialogs and panels that one feature offers and others show: features do not import each other, the app ties them. */
export interface Slots {
  readonly Conversation: ComponentType<ConversationProps>;
  readonly FollowUp: ComponentType<FollowUpProps>;
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

/** The messages and internal notes of a step, in a page. */
export const Conversation = (props: ConversationProps) =>
  createElement(useSlots().Conversation, props);

/** The follow-up of a request. */
export const FollowUp = (props: FollowUpProps) => createElement(useSlots().FollowUp, props);

/** An import from a file. */
export const Import = (props: ImportProps) => createElement(useSlots().Import, props);

/** The messages and internal notes of a step. */
export const Messages = (props: MessagesProps) => createElement(useSlots().Messages, props);

/** The qualification survey. */
export const Survey = (props: SurveyProps) => createElement(useSlots().Survey, props);

/** What a person answered to the qualification survey. */
export const SurveyAnswers = (props: SurveyAnswersProps) =>
  createElement(useSlots().SurveyAnswers, props);

/** Fetches a file together with the words that it shows. */
export function withWords<M>(load: () => Promise<M>, namespace: Namespace): () => Promise<M> {
  return async () => {
    const [module] = await Promise.all([load(), i18next.loadNamespaces(namespace)]);
    return module;
  };
}

/** A dialog that is fetched the first time it opens, and stays from then on. */
export function lazyDialog<P extends { readonly opened: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Dialog = late(load);
  return function LazyDialog(props: P) {
    const [wasOpened, setWasOpened] = useState(props.opened);
    if (props.opened && !wasOpened) setWasOpened(true);
    return wasOpened
      ? createElement(Suspense, { fallback: null }, createElement(Dialog, props))
      : null;
  };
}
