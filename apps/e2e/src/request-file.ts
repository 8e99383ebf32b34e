import { randomInt } from 'node:crypto';

import type { APIRequestContext } from '@playwright/test';
import { queryRows } from '@wasl/tooling/testing';

import { pdf } from './files.ts';
import { expect } from './server.ts';
import { tokenOf } from './signed-in.ts';

export interface RequestFile {
  readonly number: string;
  readonly requestId: number;
  readonly stepId: number;
}

/**
 * Creates a step for one story in the organisation that new agents join. It copies a step of the demonstration data
 * with a new number. `owner` assigns a colleague, and `beneficiary` the person.
 */
export async function createRequestFile(
  databaseUrl: string,
  over: { owner?: string; beneficiary?: string; dueInDays?: number } = {},
): Promise<RequestFile> {
  const number = `1996-${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const [made] = await queryRows<RequestFile>(
    databaseUrl,
    `WITH original AS (
       SELECT s.id, s.request_id FROM processing_steps s
       JOIN requests r ON r.id = s.request_id JOIN partners p ON p.id = s.partner_id
       WHERE p.title LIKE '%CCIS%' AND r.status IN ('NOUVEAU', 'ENTAME') AND r.num_request NOT LIKE '1996-%'
       ORDER BY s.id LIMIT 1),
     request AS (
       INSERT INTO requests SELECT (jsonb_populate_record(r, jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('requests', 'id')), 'num_request', $1::text, 'status', 'ENTAME',
         'beneficiary_id', coalesce((SELECT id FROM users WHERE email = $3), r.beneficiary_id)))).*
       FROM requests r WHERE r.id = (SELECT request_id FROM original)
       RETURNING id)
     INSERT INTO processing_steps SELECT (jsonb_populate_record(s, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('processing_steps', 'id')), 'request_id', request.id,
       'assignee_id', (SELECT id FROM users WHERE email = $2), 'status', 'IN_PROGRESS', 'percent', 10,
       'assigned_at', now() - interval '5 days', 'processed_at', NULL, 'days', 10, 'days_left', NULL,
       'awaits_answer_since', NULL, 'awaiting_messages', 0, 'documents_arrived_at', NULL,
       'due_on', (current_date + $4::int)))).*
     FROM processing_steps s, request WHERE s.id = (SELECT id FROM original)
     RETURNING id AS "stepId", request_id AS "requestId", $1::text AS number`,
    [number, over.owner ?? null, over.beneficiary ?? null, over.dueInDays ?? 10],
  );
  if (made === undefined) throw new Error('no file of the CCIS to copy in the demonstration set');
  return made;
}

/** Expects a bank statement (`RIB`) of the person for a step, and hands it in as the person. */
export async function handIn(
  request: APIRequestContext,
  portal: { readonly url: string; readonly databaseUrl: string },
  email: string,
  { stepId }: RequestFile,
): Promise<void> {
  await queryRows(
    portal.databaseUrl,
    `INSERT INTO step_documents (step_id, document_item_id)
     SELECT $1, id FROM reference_items WHERE parent = 'DOCUMENT' AND code = 'RIB' RETURNING id`,
    [stepId],
  );
  const answer = await request.post(`${portal.url}/api/processing/step/upload/${String(stepId)}`, {
    headers: { authorization: `Bearer ${await tokenOf(request, portal.url, email)}` },
    multipart: { codes: 'RIB', files: pdf('rib.pdf') },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}
