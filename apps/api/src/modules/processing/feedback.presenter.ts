import { wireDateTime, type StepFeedback } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { presentAuthor } from '../partners/index.ts';
import type { FeedbackRow } from './feedback.repository.ts';

/** A line of a step's series; who wrote it is for agents of the organisation to know. */
export function presentFeedback(
  { id, at, kind, percent, text, author }: FeedbackRow,
  reader: Actor,
): StepFeedback {
  return {
    id,
    at: wireDateTime(at),
    kind,
    percent,
    text,
    by:
      reader.role === 'PARTENAIRE' && author !== null ? presentAuthor(reader, author, false) : null,
  };
}
