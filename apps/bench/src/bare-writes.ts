/**
 * Writes made by PostgreSQL alone: one hand-written statement per call that locks, decides and writes the same rows as
 * the server (`write-calls.ts` compares them). They apply only the rules that the measured calls need.
 */
import { nameOf, openToAgents } from './bare-sql.ts';

const agentsOf = (
  partner: string,
): string => `users a WHERE a.partner_id = ${partner} AND a.role = 'PARTENAIRE'
  AND a.email_confirmed_at IS NOT NULL AND a.approved_at IS NOT NULL AND a.disabled_at IS NULL`;
const line = `INSERT INTO history_events (request_id, step_id, kind, from_status, to_status, percent, detail, to_owner_id,
  actor_id, actor_role, at)`;

/** Updates a step's progress. $1: the organisation, $2: the agent, $3: the step, $4: status, $5: percent. */
export const updateStep = `
  WITH r AS (
    SELECT r.id, r.beneficiary_id, s.id AS step_id, s.status AS was, s.assignee_id
    FROM processing_steps s JOIN requests r ON r.id = s.request_id
    WHERE s.id = $3::int AND s.partner_id = $1::int AND s.status IN ('ASSIGNED', 'IN_PROGRESS', 'BLOCKED') AND r.status = 'ENTAME'
      AND ${openToAgents} FOR UPDATE),
  step AS (
    UPDATE processing_steps s SET status = $4::"StepStatus", percent = $5::int, version = s.version + 1,
      assignee_id = coalesce(s.assignee_id, $2::uuid), processing_start_date = coalesce(s.processing_start_date, now()), updated_at = now()
    FROM r WHERE s.id = r.step_id RETURNING s.*),
  request AS (
    UPDATE requests q SET percent = p.percent, updated_at = now()
    FROM r, LATERAL (SELECT round(avg(CASE WHEN s.id = r.step_id THEN $5::int ELSE s.percent END))::int AS percent
      FROM processing_steps s WHERE s.request_id = r.id AND s.status NOT IN ('REJECTED', 'DECLINED')) p
    WHERE q.id = r.id AND q.percent <> p.percent),
  history AS (
    ${line}
    SELECT id, step_id, 'OWNER', NULL, NULL, NULL::int, NULL, $2::uuid, $2::uuid, 'PARTENAIRE', now() FROM r WHERE assignee_id IS NULL
    UNION ALL
    SELECT id, step_id, 'STEP_STATUS', was::text, $4::text, $5::int, NULL, NULL, $2::uuid, 'PARTENAIRE', now() FROM r),
  gone AS (
    DELETE FROM notices n USING r WHERE n.step_id = r.step_id AND n.user_id = r.beneficiary_id AND n.kind = 'PROGRESS' AND n.read_at IS NULL),
  notice AS (
    INSERT INTO notices (user_id, kind, request_id, step_id, params)
    SELECT beneficiary_id, 'PROGRESS', id, step_id, jsonb_build_object('status', $4::text, 'percent', $5::int) FROM r)
  SELECT json_build_object('id', s.id, 'taskDef', json_build_object('id', s.task_def_id, 'title', json_build_object('libelle', i.libelle_fr),
      'partner', json_build_object('id', p.id, 'title', p.title, 'logo', NULL)),
    'status', json_build_object('code', s.status, 'libelle', coalesce((SELECT l.libelle_fr FROM reference_items l
      WHERE l.parent = 'PROCESSING_STEP_STATUS' AND l.code = s.status::text AND l.partner_id IS NULL), s.status::text)),
    'percent', s.percent, 'version', s.version,
    'owner', (SELECT json_build_object('id', a.id, 'name', ${nameOf('a')}, 'isMe', a.id = $2::uuid) FROM users a WHERE a.id = s.assignee_id),
    'processingStartDate', to_char(s.processing_start_date AT TIME ZONE 'Africa/Casablanca', 'YYYY-MM-DD'),
    'partnerFeedback', NULL, 'feedbacks', '[]'::json,
    'documents', (SELECT coalesce(json_agg(json_build_object('document', json_build_object('code', t.code, 'libelle', t.libelle_fr), 'url', f.key)
        ORDER BY d.id), '[]') FROM step_documents d JOIN reference_items t ON t.id = d.document_item_id
        LEFT JOIN stored_files f ON f.id = d.file_id WHERE d.step_id = s.id),
    'rating', (SELECT json_build_object('beneficiaryRating', g.beneficiary_rating, 'beneficiaryFeedback', g.beneficiary_feedback)
      FROM ratings g WHERE g.step_id = s.id),
    'abilities', json_build_object('canRate', false, 'canUpload', false, 'canMessage', true))::text AS body
  FROM step s JOIN reference_items i ON i.id = s.title_item_id JOIN partners p ON p.id = s.partner_id`;

const isQualified = `EXISTS (SELECT 1 FROM qualifications q WHERE q.user_id = $1::uuid AND q.replaced_at IS NULL)`;

/** Creates a draft. $1: the person, $2: the need, $3: codes of services, $4: the year. */
export const createRequest = `
  WITH n AS (
    INSERT INTO request_numbers (year, last)
    SELECT $4::int, 1 WHERE ${isQualified} AND (SELECT count(*) FROM requests r WHERE r.beneficiary_id = $1::uuid
      AND r.status IN ('EN_COURS_DE_CREATION', 'A_REFOURMULER') AND r.agreement IN ('NOT_NEEDED', 'GIVEN')) < 2000
    ON CONFLICT (year) DO UPDATE SET last = request_numbers.last + 1 RETURNING last),
  r AS (
    INSERT INTO requests (num_request, beneficiary_id, description, status, date_request, created_at, updated_at)
    SELECT $4::int || '-' || lpad(last::text, 6, '0'), $1::uuid, $2::text, 'EN_COURS_DE_CREATION', now(), now(), now() FROM n RETURNING id),
  s AS (
    INSERT INTO request_services (request_id, item_id)
    SELECT r.id, i.id FROM r, reference_items i WHERE i.parent = 'SERVICE' AND i.code = ANY($3::text[]) AND i.active AND i.partner_id IS NULL),
  h AS (${line} SELECT id, NULL, 'CREATED', NULL, 'EN_COURS_DE_CREATION', NULL, NULL, NULL, $1::uuid, 'BENEFICIAIRE', now() FROM r)
  SELECT id FROM r`;

/**
 * Submits a request of one or two services. $1: the person, $2: the request, $3: the deadline of a step that begins
 * today.
 */
export const submit = `
  WITH r AS (
    SELECT r.id, r.num_request, r.date_request, u.id AS user_id, u.email, u.lang, u.area_id, ${nameOf('u')} AS name
    FROM requests r JOIN users u ON u.id = r.beneficiary_id
    WHERE r.id = $2::int AND r.beneficiary_id = $1::uuid AND r.status = 'EN_COURS_DE_CREATION' AND r.journey_def_id IS NULL AND ${isQualified}
    FOR UPDATE OF r),
  offered AS MATERIALIZED (
    SELECT x.item_id, l.partner_id, i.position, i.days FROM r JOIN request_services x ON x.request_id = r.id
      JOIN reference_items i ON i.id = x.item_id JOIN partner_services l ON l.item_id = x.item_id JOIN partners p ON p.id = l.partner_id
    WHERE p.approved_at IS NOT NULL AND EXISTS (SELECT 1 FROM ${agentsOf('p.id')})),
  busy AS MATERIALIZED (
    SELECT c.partner_id, sum(c.change) AS steps FROM open_step_changes c WHERE c.partner_id IN (SELECT partner_id FROM offered)
    GROUP BY c.partner_id),
  ranked AS MATERIALIZED (
    SELECT o.item_id, o.partner_id, o.days, o.position, dense_rank() OVER (ORDER BY o.position, o.item_id) AS turn,
      EXISTS (SELECT 1 FROM partner_areas a WHERE a.partner_id = o.partner_id AND a.item_id = r.area_id) AS covers, coalesce(b.steps, 0) AS steps
    FROM offered o CROSS JOIN r LEFT JOIN busy b USING (partner_id)),
  one AS (SELECT * FROM ranked WHERE turn = 1 ORDER BY covers DESC, steps, partner_id LIMIT 1),
  two AS (SELECT * FROM ranked k WHERE turn = 2
    ORDER BY covers DESC, steps + (SELECT count(*) FROM one WHERE one.partner_id = k.partner_id), partner_id LIMIT 1),
  chosen AS (SELECT item_id, partner_id, days, position FROM one UNION ALL SELECT item_id, partner_id, days, position FROM two),
  steps AS (
    INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, runs_in_parallel, assigned_at, days, due_on,
      request_date, created_at, updated_at)
    SELECT r.id, (row_number() OVER (ORDER BY c.position, c.item_id))::int - 1, c.item_id, c.partner_id, 'ASSIGNED', true, now(),
      coalesce(c.days, 15), $3::date, r.date_request, now(), now() FROM r, chosen c
    RETURNING id, position, title_item_id, partner_id, status),
  request AS (
    UPDATE requests q SET status = 'NOUVEAU', percent = 0, submitted_at = now(), observation = NULL, updated_at = now() FROM r WHERE q.id = r.id),
  history AS (
    ${line}
    SELECT id, NULL, 'SUBMITTED', 'EN_COURS_DE_CREATION', 'NOUVEAU', NULL::int, NULL, NULL::uuid, user_id, 'BENEFICIAIRE', now() FROM r
    UNION ALL
    SELECT r.id, s.id, 'ROUTED', NULL, s.status::text, NULL, s.partner_id::text, NULL, r.user_id, 'BENEFICIAIRE', now() FROM r, steps s),
  told AS MATERIALIZED (
    SELECT a.id, a.email, a.lang, ${nameOf('a')} AS name, p.title, s.id AS step_id, s.position, i.libelle_fr AS service
    FROM steps s JOIN partners p ON p.id = s.partner_id JOIN reference_items i ON i.id = s.title_item_id, ${agentsOf('s.partner_id')}),
  notice AS (
    INSERT INTO notices (user_id, kind, request_id, step_id, params)
    SELECT n.user_id, n.kind::"NoticeKind", r.id, n.step_id, n.params FROM r, (
      SELECT (SELECT user_id FROM r) AS user_id, 'ASSIGNED' AS kind, min(id) AS step_id, 0 AS position, 0 AS place,
        CASE WHEN count(*) > 1 THEN jsonb_build_object('count', count(*)) ELSE '{}' END AS params FROM steps
      UNION ALL SELECT id, 'NEW_STEP', step_id, position, 1, '{}' FROM told) n ORDER BY n.position, n.place),
  mail AS (
    INSERT INTO outbox_mails AS o ("to", lang, template, params, priority, merge_key, next_attempt_at)
    SELECT m."to", m.lang, m.template, m.params, 2, m.key, m.at FROM (
      SELECT email AS "to", lang, 'requestReceived' AS template, jsonb_build_object('name', name, 'requestId', id, 'numRequest', num_request,
        'submittedAt', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS params, NULL AS key, now() AS at, 'RECEIPT' AS kind FROM r
      UNION ALL
      SELECT t.email, t.lang, CASE WHEN count(*) = 1 THEN 'stepAssigned' ELSE 'requestEvents' END,
        CASE WHEN count(*) = 1 THEN (array_agg(e.params))[1] ELSE jsonb_build_object('name', t.name, 'numRequest', r.num_request,
          'events', jsonb_agg(jsonb_build_object('template', 'stepAssigned', 'params', e.params) ORDER BY t.position)) END,
        r.num_request, now() + interval '10 minutes', 'ASSIGNED'
      FROM told t, r, LATERAL (SELECT jsonb_build_object('name', t.name, 'organisation', t.title, 'numRequest', r.num_request, 'service', t.service,
        'requestId', r.id, 'stepId', t.step_id) AS params) e
      GROUP BY t.id, t.email, t.lang, t.name, r.num_request) m
    WHERE NOT EXISTS (SELECT 1 FROM refused_mails f JOIN users u ON u.id = f.user_id WHERE u.email = m."to" AND f.kind = m.kind::"MailKind"))
  SELECT count(*)::int AS steps FROM steps`;

/**
 * Sends a message of an agent. $1: the organisation, $2: the agent, $3: the step, $4: the text, $5: the client's key,
 * $6: the rate limit key, $7: now in ms.
 */
export const sendMessage = `
  WITH counted AS (
    INSERT INTO rate_limits (key, points, expire) VALUES ($6::text, 1, $7::bigint + 600000)
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN rate_limits.expire <= $7::bigint THEN 1 ELSE rate_limits.points + 1 END,
      expire = CASE WHEN rate_limits.expire <= $7::bigint THEN EXCLUDED.expire ELSE rate_limits.expire END RETURNING points),
  r AS (
    SELECT r.id, r.num_request, r.beneficiary_id, s.id AS step_id, s.partner_id, p.title, i.libelle_fr AS service
    FROM processing_steps s JOIN requests r ON r.id = s.request_id JOIN partners p ON p.id = s.partner_id
      JOIN reference_items i ON i.id = s.title_item_id
    WHERE s.id = $3::int AND s.partner_id = $1::int AND s.status NOT IN ('PROCESSED', 'REJECTED', 'DECLINED') AND ${openToAgents}
      AND NOT EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = s.id AND m.author_id = $2::uuid AND m.client_key = $5::uuid)
    FOR UPDATE OF r),
  message AS (
    INSERT INTO step_messages (step_id, author_id, author_role, body, client_key, created_at)
    SELECT step_id, $2::uuid, 'PARTENAIRE', $4::text, $5::uuid, now() FROM r RETURNING id, step_id, body, created_at),
  step AS (
    UPDATE processing_steps s SET last_message_at = m.created_at, awaits_answer_since = NULL, awaiting_messages = 0
    FROM message m WHERE s.id = m.step_id),
  seen AS (
    UPDATE notices n SET read_at = now() FROM r WHERE n.step_id = r.step_id AND n.kind = 'MESSAGE' AND n.read_at IS NULL
      AND n.user_id IN (SELECT u.id FROM users u WHERE u.partner_id = r.partner_id)),
  gone AS (
    DELETE FROM notices n USING r WHERE n.step_id = r.step_id AND n.user_id = r.beneficiary_id AND n.kind = 'MESSAGE' AND n.read_at IS NULL
    RETURNING coalesce((n.params->>'count')::int, 1) AS told),
  notice AS (
    INSERT INTO notices (user_id, kind, request_id, step_id, params)
    SELECT beneficiary_id, 'MESSAGE', id, step_id, jsonb_build_object('partnerId', partner_id,
      'count', 1 + coalesce((SELECT max(told) FROM gone), 0)) FROM r),
  mail AS (
    INSERT INTO outbox_mails ("to", lang, template, params, priority)
    SELECT b.email, b.lang, 'messageReceived', jsonb_build_object('name', ${nameOf('b')}, 'from', r.title, 'numRequest', r.num_request,
      'service', r.service, 'stepId', r.step_id), 1 FROM r JOIN users b ON b.id = r.beneficiary_id
    WHERE NOT EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = r.step_id AND m.author_role = 'PARTENAIRE' AND m.read_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM refused_mails f WHERE f.user_id = b.id AND f.kind = 'MESSAGE'))
  SELECT json_build_object('id', m.id, 'body', m.body, 'sentAt', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'author', (SELECT json_build_object('name', ${nameOf('u')}, 'organisation', NULL, 'side', 'PARTENAIRE', 'isMe', true) FROM users u WHERE u.id = $2::uuid),
    'readAt', NULL, 'attachments', '[]'::json)::text AS body
  FROM message m`;
