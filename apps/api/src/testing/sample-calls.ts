import { randomUUID } from 'node:crypto';

import type { Test } from 'supertest';

import { samplePdf } from './sample-files.ts';
import type { TestClient } from './test-client.ts';

export function submitRequest(client: TestClient, idRequest: number): Test {
  return client.put('/requests/observationAndStatus', { idRequest, newStatus: 'NOUVEAU' });
}

export function addDocument(
  client: TestClient,
  requestId: number,
  kind: string,
  fileName: string,
  file: Buffer = samplePdf,
): Test {
  return client
    .post(`/requests/${String(requestId)}/document`)
    .field('name', kind)
    .attach('file', file, fileName);
}

/** Uploads a document that a step expects: the first missing one, unless `code` names another. */
export function handIn(client: TestClient, stepId: number, fileName: string, code?: string): Test {
  const call = client.post(`/processing/step/upload/${String(stepId)}`);
  return (code === undefined ? call : call.field('codes', code)).attach(
    'files',
    samplePdf,
    fileName,
  );
}

export function writeMessage(client: TestClient, stepId: number, body: string): Test {
  return client.post(`/processing/step/${String(stepId)}/messages`, {
    body,
    clientKey: randomUUID(),
  });
}

/** Saves a step as its organisation's form does; `more` adds members. */
export function saveStep(
  client: TestClient,
  processingStepId: number | undefined,
  status: string | { readonly code: string },
  percent: number,
  more: object = {},
): Test {
  return client.post('/processing/step/update', { processingStepId, status, percent, ...more });
}

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
