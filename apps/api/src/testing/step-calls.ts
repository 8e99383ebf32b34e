import type { Test } from 'supertest';

import type { TestClient } from './test-client.ts';

/** Saves a step as the form of its organisation does; `more` holds the members that are sent besides. */
export function saveStep(
  client: TestClient,
  processingStepId: number | undefined,
  status: string | { readonly code: string },
  percent: number,
  more: object = {},
): Test {
  return client.post('/processing/step/update', { processingStepId, status, percent, ...more });
}

/** Rates a step as the owner of its request does. */
export function rateStep(
  client: TestClient,
  processingStepId: number,
  beneficiaryRating: number,
  beneficiaryFeedback: string,
): Test {
  return client.post('/processing/step/update', {
    processingStepId,
    beneficiaryRating,
    beneficiaryFeedback,
  });
}
