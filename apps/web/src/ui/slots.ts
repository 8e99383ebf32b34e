import type { Role } from '@wasl/contracts';
import { type ComponentType, createContext, useContext } from 'react';

export interface FollowUpProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The request followed; null before one was chosen. */
  readonly request: { readonly id: number; readonly numRequest: string } | null;
  /** Who looks: only the beneficiary sees feedback, hands documents in and rates. */
  readonly role: Role;
}

export interface SurveyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** After the answers were saved. */
  readonly onSaved?: () => void;
}

/** Dialogs that one feature offers and others open: features do not import each other, the app ties them. */
export interface Slots {
  readonly FollowUp: ComponentType<FollowUpProps>;
  readonly Survey: ComponentType<SurveyProps>;
}

export const SlotsContext = createContext<Slots | null>(null);

/** The component another feature offers under a name. */
export function useSlot<K extends keyof Slots>(name: K): Slots[K] {
  const slots = useContext(SlotsContext);
  if (slots === null) throw new Error(`No slots around ${name}`);
  return slots[name];
}
