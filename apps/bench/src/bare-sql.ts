/**
 * Answers of the API made by PostgreSQL alone: one hand-written statement per call, with JSON from the database. They
 * are the baseline of the measurements. The run compares the answers by member, so a change of the API must be repeated
 * here.
 */

/** The caller, from `sessions`. */
export const whoCalls = `
  SELECT u.id, u.role::text AS role, u.partner_id FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1::uuid AND s.ended_at IS NULL AND s.expires_at > now() AND u.session_version = $2
    AND u.disabled_at IS NULL AND u.email_confirmed_at IS NOT NULL`;

const label = (parent: string, code: string): string =>
  `coalesce((SELECT i.libelle_fr FROM reference_items i WHERE i.parent = '${parent}' AND i.code = ${code} AND i.partner_id IS NULL), ${code})`;
/** Morocco's time: PostgreSQL's zone data may lack the last clock change. */
const inMorocco = (column: string): string =>
  `(${column} AT TIME ZONE CASE WHEN ${column} >= '2026-09-20 01:00+00' THEN 'UTC' ELSE 'Africa/Casablanca' END)`;
const moment = (column: string): string => `to_char(${inMorocco(column)}, 'YYYY/MM/DD HH24:MI')`;
const iso = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const day = (column: string): string => `to_char(${inMorocco(column)}, 'YYYY-MM-DD')`;
export const nameOf = (user: string): string =>
  `coalesce(${user}.company_name, trim(${user}.prenom || ' ' || ${user}.nom))`;

export const openToAgents = `r.status NOT IN ('SUPPRIME', 'EN_COURS_DE_CREATION') AND r.agreement IN ('NOT_NEEDED', 'GIVEN')`;
const isOpen = `s.status IN ('ASSIGNED', 'IN_PROGRESS', 'BLOCKED')`;
const isSuspended = `r.status IN ('A_REFOURMULER', 'EN_ATTENTE')`;

const today = `${inMorocco('now()')}::date`;
/** Remaining working days of `processing_steps s`, negative when late; the bench has no holidays. */
const daysLeft = `((CASE WHEN s.due_on < ${today} THEN -1 ELSE 1 END) * (SELECT count(*)::int
  FROM generate_series(least(s.due_on, ${today}) + 1, greatest(s.due_on, ${today}), interval '1 day') d WHERE extract(isodow FROM d) < 6))`;
const deadline = `CASE WHEN s.due_on IS NOT NULL THEN json_build_object('dueOn', s.due_on, 'daysLeft', ${daysLeft}) END`;

/** A person's request has its steps in short, from `requests r`. */
const summaries = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'task', t.libelle_fr, 'organisation', p.title, 'status', s.status,
    'awaited', (SELECT coalesce(json_agg(json_build_object('code', i.code, 'libelle', i.libelle_fr) ORDER BY d.id), '[]')
      FROM step_documents d JOIN reference_items i ON i.id = d.document_item_id WHERE d.step_id = s.id AND d.file_id IS NULL),
    'words', coalesce(CASE WHEN s.status = 'BLOCKED' THEN (SELECT f.text FROM step_feedbacks f
      WHERE f.step_id = s.id AND f.kind = 'BLOCKED' ORDER BY f.id DESC LIMIT 1) END, s.partner_feedback),
    'isRated', EXISTS (SELECT 1 FROM ratings x WHERE x.step_id = s.id)) ORDER BY s.position), '[]')
  FROM processing_steps s JOIN partners p ON p.id = s.partner_id JOIN reference_items t ON t.id = s.title_item_id
  WHERE s.request_id = r.id)`;

/** Columns of a request, from `requests r` with its beneficiary `b`; for an agent also the step `s` and its service `t`. */
const requestColumns = (isAgent: boolean): string => `
  r.id, n AS index, r.num_request AS "numRequest", ${moment('r.date_request')} AS "dateRequest", r.description,
  (SELECT json_build_object('code', c.code, 'libelle', coalesce(i.libelle_fr, c.code), 'string_1', i.string_1)
    FROM (SELECT r.status::text AS code) c LEFT JOIN reference_items i ON i.parent = 'STATUS' AND i.code = c.code) AS status,
  json_build_object('name', ${nameOf('b')}, 'nom', b.nom, 'prenom', b.prenom, 'typeBeneficiaire', b.type_beneficiaire,
    'email', b.email, 'address', b.address, 'city', b.city, 'province', b.province, 'phone', b.phone, 'invitation', NULL) AS beneficiary,
  ${isAgent ? 's.percent' : 'r.percent'} AS percent,
  ${isAgent ? 't.libelle_fr' : 'NULL'} AS service,
  ${isAgent ? `json_build_object('code', s.status, 'libelle', ${label('PROCESSING_STEP_STATUS', 's.status::text')})` : 'NULL'} AS "processingStepStatus",
  ${isAgent ? 'r.id' : 'NULL'} AS "processingId", ${isAgent ? 's.id' : 'NULL'} AS "processingStepId",
  ${isAgent ? 's.partner_id' : 'NULL'} AS "idPartner", r.url_video AS "urlVideo",
  ${isAgent ? 's.partner_feedback' : 'NULL'} AS "partnerFeedback",
  (SELECT coalesce(json_agg(json_build_object('code', i.code, 'libelle', i.libelle_fr) ORDER BY i.position, i.code COLLATE "und-x-icu"), '[]')
    FROM request_services x JOIN reference_items i ON i.id = x.item_id WHERE x.request_id = r.id) AS services,
  (SELECT coalesce(json_agg(json_build_object('libelle', json_build_object('code', x.code, 'libelle', ${label('DOCUMENT', 'x.code')}),
      'filename', f.key, 'originalName', f.original_name, 'size', f.size) ORDER BY x.id), '[]')
    FROM request_documents x JOIN stored_files f ON f.id = x.file_id WHERE x.request_id = r.id) AS documents,
  (SELECT row_to_json(j) FROM journey_defs j WHERE j.id = r.journey_def_id) AS "journeyDef", r.observation,
  (SELECT f.key FROM request_documents x JOIN stored_files f ON f.id = x.file_id WHERE x.request_id = r.id ORDER BY x.id LIMIT 1) AS filename,
  (SELECT json_build_object('organisation', p.title, 'isDateStated', r.is_date_stated, 'agreement', r.agreement)
    FROM imports i JOIN partners p ON p.id = i.partner_id WHERE i.id = r.import_id) AS filing,
  '[]'::json AS answers, ${isAgent ? "'[]'::json" : summaries} AS steps,
  json_build_object(${
    isAgent
      ? `'canEdit', false, 'canDelete', false, 'canSubmit', false, 'canFollow', true, 'canReceipt', false,
    'canUpdate', NOT ${isSuspended} AND r.status <> 'RETIREE' AND ${isOpen},
    'canDecline', NOT ${isSuspended} AND r.status <> 'RETIREE' AND ${isOpen},
    'canSendBack', r.status IN ('NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME') AND ${isOpen} AND NOT EXISTS (
      SELECT 1 FROM processing_steps o WHERE o.request_id = r.id AND (o.status = 'PROCESSED' OR (o.partner_id <> s.partner_id
        AND (o.status IN ('IN_PROGRESS', 'BLOCKED') OR (o.status = 'ASSIGNED'
          AND (EXISTS (SELECT 1 FROM step_messages m WHERE m.step_id = o.id)
            OR EXISTS (SELECT 1 FROM step_notes m WHERE m.step_id = o.id))))))),
    'canAgree', false, 'canWithdraw', false, 'canWithdrawRequest', false`
      : `'canEdit', r.status IN ('EN_COURS_DE_CREATION', 'A_REFOURMULER'), 'canDelete', r.status IN ('EN_COURS_DE_CREATION', 'A_REFOURMULER'),
    'canSubmit', r.status = 'EN_COURS_DE_CREATION', 'canFollow', r.status IN ('ENTAME', 'DEMANDE_TRAITE', 'RETIREE'),
    'canReceipt', r.status IN ('NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE', 'DEMANDE_TRAITE', 'RETIREE'),
    'canUpdate', false, 'canDecline', false, 'canSendBack', false, 'canAgree', false, 'canWithdraw', false,
    'canWithdrawRequest', r.status IN ('NOUVEAU', 'EN COURS DE QUALIFICATION', 'ENTAME', 'EN_ATTENTE')`
  }) AS abilities`;

/** A request of a person. $1: the person, $2: the request. */
export const ownRequest = `
  SELECT row_to_json(o)::text AS body FROM (SELECT ${requestColumns(false)}
    FROM (SELECT r.*, 0 AS n FROM requests r WHERE r.id = $2 AND r.beneficiary_id = $1 AND r.status <> 'SUPPRIME') r
    JOIN users b ON b.id = r.beneficiary_id) o`;

const ownRequests = `FROM requests r WHERE r.beneficiary_id = $1 AND r.status <> 'SUPPRIME'`;
/** First page of a person's requests. $1: the person. */
export const ownList = `
  SELECT (SELECT count(*)::int ${ownRequests}) AS total,
    (SELECT coalesce(json_agg(row_to_json(o) ORDER BY o.index), '[]')::text FROM (SELECT ${requestColumns(false)}
      FROM (SELECT r.*, row_number() OVER (ORDER BY r.date_request DESC, r.id DESC)::int - 1 AS n
        FROM (SELECT r.* ${ownRequests} ORDER BY r.date_request DESC, r.id DESC LIMIT 8) r) r
      JOIN users b ON b.id = r.beneficiary_id) o) AS body`;

const work = `FROM processing_steps s WHERE s.partner_id = $1 AND s.status <> 'DECLINED' AND s.request_is_shown`;
/** First page of an organisation's worklist. $1: the organisation, $2: the agent. */
export const worklist = `
  SELECT c.total, json_build_object('results', (SELECT coalesce(json_agg(row_to_json(o) ORDER BY o.index), '[]') FROM (
    SELECT ${requestColumns(true)}, ${day('s.assigned_at')} AS "assignedOn",
      CASE WHEN ${isOpen} AND s.assigned_at IS NOT NULL THEN greatest(0, floor(extract(epoch FROM now() - s.assigned_at) / 86400))::int END AS "ageDays",
      coalesce(${daysLeft} < 0, false) AS "isLate", ${deadline} AS deadline, s.awaits_answer_since IS NOT NULL AS "awaitsAnswer", s.documents_arrived_at IS NOT NULL AS "hasNewDocuments", NULL AS "takeBackSeconds", NULL AS snooze,
      (SELECT count(*)::int FROM step_documents d WHERE d.step_id = s.id AND d.file_id IS NULL) AS "awaitedDocuments",
      (SELECT json_build_object('id', a.id, 'name', ${nameOf('a')}, 'isMe', a.id = $2::uuid) FROM users a WHERE a.id = s.assignee_id) AS owner
    FROM (SELECT id, (row_number() OVER ())::int - 1 AS n
      FROM (SELECT s.id ${work} ORDER BY s.request_date DESC, s.id DESC LIMIT 8) f) p
    JOIN processing_steps s ON s.id = p.id JOIN requests r ON r.id = s.request_id
    JOIN users b ON b.id = r.beneficiary_id JOIN reference_items t ON t.id = s.title_item_id) o),
    'totalElements', c.total)::text AS body
  FROM (SELECT count(*)::int AS total FROM (SELECT 1 ${work} ORDER BY s.request_date DESC, s.id DESC LIMIT 1001) w) c`;

const countedPart = (condition: string): string =>
  `(SELECT count(*)::int FROM (SELECT 1 ${work} AND ${condition} ORDER BY s.request_date DESC, s.id DESC LIMIT 1001) x)`;
const isActive = `${isOpen} AND s.status <> 'BLOCKED'`;
/** Row counts of the worklist's parts, up to a thousand. $1: the organisation, $2: the agent. */
export const counts = `
  SELECT row_to_json(c)::text AS body FROM (
    SELECT ${countedPart('TRUE')} AS "all", ${countedPart(`${isActive} AND NOT s.request_is_suspended AND NOT s.awaits_documents`)} AS todo,
      ${countedPart(`${isActive} AND (s.request_is_suspended OR s.awaits_documents)`)} AS waiting, ${countedPart(`s.status = 'BLOCKED'`)} AS blocked,
      ${countedPart(`s.due_on < (now() AT TIME ZONE 'Africa/Casablanca')::date`)} AS late,
      ${countedPart(`s.status IN ('PROCESSED', 'REJECTED')`)} AS done, ${countedPart('s.assignee_id = $2::uuid')} AS mine,
      ${countedPart('s.assignee_id IS NULL')} AS nobodys, ${countedPart('TRUE')} AS everybodys) c`;

/** Unread items of a person. $1: the person. */
export const ownUnread = `
  SELECT json_build_object('notices', (SELECT count(*) FROM notices n WHERE n.user_id = $1 AND n.read_at IS NULL),
    'messages', coalesce(sum(m.unread), 0),
    'steps', coalesce(json_agg(json_build_object('stepId', m.id, 'unread', m.unread) ORDER BY m.latest DESC), '[]'))::text AS body
  FROM (SELECT s.id, count(*) AS unread, max(m.id) AS latest
    FROM requests r JOIN processing_steps s ON s.request_id = r.id
      JOIN step_messages m ON m.step_id = s.id AND m.author_role = 'PARTENAIRE' AND m.read_at IS NULL
    WHERE r.beneficiary_id = $1 AND r.status <> 'SUPPRIME' GROUP BY s.id) m`;

/** Unanswered items of an agent. $1: the organisation, $2: the agent. */
export const agentUnread = `
  SELECT json_build_object('notices', (SELECT count(*) FROM notices n WHERE n.user_id = $2 AND n.read_at IS NULL),
    'messages', coalesce(sum(m.unread), 0),
    'steps', coalesce(json_agg(json_build_object('stepId', m.id, 'unread', m.unread) ORDER BY m.place) FILTER (WHERE m.place <= 500), '[]'))::text AS body
  FROM (SELECT s.id, s.awaiting_messages::int AS unread,
      row_number() OVER (ORDER BY s.awaits_answer_since DESC, s.id DESC) AS place
    FROM processing_steps s WHERE s.partner_id = $1 AND s.awaits_answer_since IS NOT NULL
      AND s.status IN ('ASSIGNED', 'IN_PROGRESS', 'BLOCKED', 'NOT_STARTED')
      AND s.request_is_shown ORDER BY s.awaits_answer_since DESC, s.id DESC LIMIT 500) m`;

/** A conversation for an agent. $1: the organisation, $2: the agent, $3: the step. */
export const messages = `
  SELECT json_build_object('thread', json_build_object('stepId', s.id, 'requestId', s.request_id, 'numRequest', r.num_request,
      'service', t.libelle_fr, 'status', json_build_object('code', s.status, 'libelle', ${label('PROCESSING_STEP_STATUS', 's.status::text')}),
      'organisation', p.title, 'beneficiary', ${nameOf('b')}, 'canWrite', s.status NOT IN ('PROCESSED', 'REJECTED', 'DECLINED'),
      'awaitsAnswerSince', CASE WHEN s.status NOT IN ('PROCESSED', 'REJECTED', 'DECLINED') THEN ${iso('s.awaits_answer_since')} END),
    'messages', (SELECT coalesce(json_agg(row_to_json(o) ORDER BY o.id), '[]') FROM (
      SELECT m.id, m.body, ${iso('m.created_at')} AS "sentAt",
        json_build_object('name', ${nameOf('a')}, 'organisation', NULL, 'side', m.author_role, 'isMe', m.author_id = $2::uuid) AS author,
        ${iso('m.read_at')} AS "readAt", '[]'::json AS attachments
      FROM (SELECT * FROM step_messages WHERE step_id = s.id ORDER BY id DESC LIMIT 30) m JOIN users a ON a.id = m.author_id) o),
    'hasEarlier', false)::text AS body
  FROM processing_steps s JOIN requests r ON r.id = s.request_id JOIN users b ON b.id = r.beneficiary_id
    JOIN partners p ON p.id = s.partner_id JOIN reference_items t ON t.id = s.title_item_id
  WHERE s.id = $3 AND s.partner_id = $1 AND ${openToAgents}`;

/** A reference list. $1: its name. */
export const list = `
  SELECT coalesce(json_agg(row_to_json(o)), '[]')::text AS body FROM (
    SELECT id, code, libelle_fr AS libelle, description_fr AS description, string_1 FROM reference_items
    WHERE parent = $1 AND active AND partner_id IS NULL ORDER BY position, id) o`;

const isClosed = `s.status IN ('PROCESSED', 'REJECTED', 'DECLINED')`;
const stepStatus = `json_build_object('code', s.status, 'libelle', ${label('PROCESSING_STEP_STATUS', 's.status::text')})`;
const code = (item: string): string =>
  `json_build_object('code', ${item}.code, 'libelle', ${item}.libelle_fr)`;
/** Documents that a step expects, from `processing_steps s`, with their files. */
const expected = `(SELECT coalesce(json_agg(json_build_object('document', ${code('i')}, 'url', f.key, 'state', f.scan_state) ORDER BY d.id), '[]')
  FROM step_documents d JOIN reference_items i ON i.id = d.document_item_id LEFT JOIN stored_files f ON f.id = d.file_id
  WHERE d.step_id = s.id)`;

/** Steps of a person's request. $1: the person, $2: the request. */
export const steps = `
  SELECT json_build_object('results', json_build_array(json_build_object('id', r.id, 'journeyInstanceProcessingSteps', (
      SELECT coalesce(json_agg(row_to_json(o)), '[]') FROM (
        SELECT s.id,
          json_build_object('id', s.task_def_id, 'title', json_build_object('libelle', t.libelle_fr), 'partner',
            json_build_object('id', p.id, 'title', p.title, 'logo', '/api/partners/logo/' || l.key, 'contact', NULL)) AS "taskDef",
          ${stepStatus} AS status, s.percent, s.version, NULL AS owner, ${day('s.processing_start_date')} AS "processingStartDate",
          ${deadline} AS deadline, s.partner_feedback AS "partnerFeedback",
          (SELECT coalesce(json_agg(json_build_object('id', b.id, 'at', ${moment('b.at')}, 'kind', b.kind, 'percent', b.percent,
              'text', b.text, 'by', NULL)), '[]')
            FROM (SELECT * FROM step_feedbacks WHERE step_id = s.id ORDER BY id DESC LIMIT 50) b) AS feedbacks,
          ${expected} AS documents, NULL AS "duplicateOf",
          CASE WHEN g.id IS NOT NULL THEN json_build_object('beneficiaryRating', g.beneficiary_rating,
            'beneficiaryFeedback', g.beneficiary_feedback) END AS rating,
          json_build_object('canRate', s.status = 'PROCESSED' AND (g.id IS NULL OR g.created_at >= now() - interval '30 days'),
            'canUpload', NOT ${isClosed} AND r.status = 'ENTAME'
              AND EXISTS (SELECT 1 FROM step_documents d WHERE d.step_id = s.id AND d.file_id IS NULL),
            'canMessage', true) AS abilities
        FROM processing_steps s JOIN reference_items t ON t.id = s.title_item_id JOIN partners p ON p.id = s.partner_id
          LEFT JOIN stored_files l ON l.id = p.logo_file_id LEFT JOIN ratings g ON g.step_id = s.id
        WHERE s.request_id = r.id ORDER BY s.position LIMIT 20) o))),
    'totalElements', (SELECT count(*) FROM processing_steps WHERE request_id = r.id))::text AS body
  FROM requests r WHERE r.id = $2 AND r.beneficiary_id = $1 AND r.status <> 'SUPPRIME'`;

/** Rule set in force today, cached by the process after the first read. $1: the scheme. */
export const ruleSet = `
  SELECT id, json_build_object('scheme', scheme, 'version', version, 'validFrom', valid_from, 'source', source, 'rules', rules) AS "ruleSet"
  FROM premium_rule_sets WHERE scheme = $1 AND valid_from <= current_date ORDER BY valid_from DESC, id DESC LIMIT 1`;

/** $1: the scheme, $2: the owner, $3: the rule set, $4: the input, $5: the result. */
export const keepSimulation = `
  INSERT INTO simulations (scheme, owner_id, rule_set_id, input, result) VALUES ($1, $2, $3, $4::jsonb, $5::jsonb) RETURNING id`;

/** Credentials for a sign-in. $1: the e-mail. */
export const passwordOf = `SELECT id, password_hash AS hash, session_version AS version FROM users WHERE email = $1`;

/** $1: the user. */
export const beginSession = `
  INSERT INTO sessions (id, user_id, expires_at) VALUES (gen_random_uuid(), $1::uuid, now() + interval '12 hours') RETURNING id`;
