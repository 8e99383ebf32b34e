import { wireDateTime, type StepFeedback } from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { presentAuthor } from '../partners/index.ts';
import type { FeedbackRow } from './feedback.repository.ts';

/** Presents a line of a step's series. Only agents of the organisation see its author. */
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
