/** Fills a database like a region's after some years. */
import { threadsRepository } from '../../api/src/modules/messages/threads.repository.ts';
import { inTransaction, type Db as Tx } from '../../api/src/platform/database/db.ts';
import type { TestApp } from '../../api/src/testing/index.ts';

type Database = TestApp['db'];

const SERVICES = 15;
const PARTNERS = 40;
const COLLEAGUES = 10;
/**
 * Each first name is that of a thirtieth of the people, each family name that of a fortieth. A hash decides, so that
 * names do not depend on organisations.
 */
const FIRST_NAMES =
  'Youssef Amina Mohamed Fatima Ahmed Khadija Hamza Salma Omar Nadia Rachid Zineb Karim Hanane Said Samira Hicham Latifa Anas Imane Mustapha Naima Brahim Souad Adil Houda Tarik Meryem Jamal Loubna';
const FAMILY_NAMES =
  'Alaoui Amrani Bennani Berrada Chaoui Cherkaoui Daoudi El_Fassi El_Idrissi Fikri Ghazali Haddad Hajji Idrissi Jabri Kabbaj Kadiri Lahlou Lamrani Mansouri Mernissi Naciri Ouali Ouazzani Qadiri Rahmani Riffi Saadi Sabri Sebti Skalli Slaoui Tahiri Tazi Touzani Wahbi Yacoubi Zahraoui Zerouali Ziani';

export interface Filled {
  /** Owner of a fiftieth of the first ten thousand requests: a person does not have more in a larger portal. */
  readonly beneficiaryId: string;
  /** The first one has a quarter of the steps. */
  readonly partnerIds: readonly number[];
}

/**
 * Writes `count` requests over five years, with people, steps, documents, messages, notes and notices. Those beyond
 * `open` are finished and five years older.
 */
export async function fill(app: TestApp, count: number, open = count): Promise<Filled> {
  const services: { id: number }[] = [];
  for (let i = 0; i < SERVICES; i += 1) services.push(await app.make.aService());
  const partnerIds: number[] = [];
  for (let i = 0; i < PARTNERS; i += 1)
    partnerIds.push((await app.make.aPartner({ serviceItems: services })).id);
  const beneficiary = await app.make.aBeneficiary();
  const document = await app.make.anItem('DOCUMENT');
  const agent = await app.make.anAgent({ partnerId: partnerIds[0] ?? 0 });
  const colleagues: string[] = [];
  for (let i = 0; i < COLLEAGUES; i += 1)
    colleagues.push((await app.make.anAgent({ partnerId: partnerIds[0] ?? 0 })).id);
  // Services and organisations have consecutive ids.
  const firstServiceId = services[0]?.id ?? 0;
  const firstPartnerId = partnerIds[0] ?? 0;
  await indexedAfterwards(app.db, (tx) =>
    writeRows(
      tx,
      { count, open },
      {
        ...{ beneficiaryId: beneficiary.id, agentId: agent.id, documentId: document.id },
        ...{ firstServiceId, firstPartnerId, colleagues },
      },
    ),
  );
  await app.db.$executeRawUnsafe('VACUUM ANALYZE');
  return { beneficiaryId: beneficiary.id, partnerIds };
}

/**
 * Writes in one transaction, without triggers and foreign key checks, and rebuilds the indexes that are no constraint
 * afterwards. One sorted build is much faster than a million single insertions. The rows must be valid by themselves.
 */
async function indexedAfterwards(db: Database, write: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(
    db,
    async (tx) => {
      const run = (text: string) => tx.$executeRawUnsafe(text);
      await run('SET LOCAL session_replication_role = replica');
      await run("SET LOCAL work_mem = '256MB'");
      await run("SET LOCAL maintenance_work_mem = '1GB'");
      const indexes = await tx.$queryRawUnsafe<{ name: string; made: string }[]>(
        `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made
         FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid WHERE t.relnamespace = 'public'::regnamespace
           AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
      );
      for (const { name } of indexes) await run(`DROP INDEX ${name}`);
      await write(tx);
      for (const { made } of indexes) await run(made);
    },
    { timeoutMs: 3_600_000 },
  );
}

/** Conversations recalculated in one statement. */
const threadsAtOnce = 20_000;

async function writeRows(
  tx: Tx,
  { count, open }: { readonly count: number; readonly open: number },
  ids: Readonly<Record<'firstServiceId' | 'firstPartnerId' | 'documentId', number>> &
    Readonly<Record<'beneficiaryId' | 'agentId', string>> & {
      readonly colleagues: readonly string[];
    },
): Promise<void> {
  const { firstServiceId, firstPartnerId, agentId } = ids;
  const beneficiaries = Math.max(5000, Math.floor(count / 4));
  const run = (text: string, ...values: unknown[]) => tx.$executeRawUnsafe(text, ...values);
  await run(
    `INSERT INTO users (id, email, role, nom, prenom, phone, email_confirmed_at, updated_at)
     SELECT gen_random_uuid(), 'bench.' || n || '@example.org', 'BENEFICIAIRE',
       replace(($2::text[])[1 + abs(hashint4(n + 1) % 40)], '_', ' '), ($1::text[])[1 + abs(hashint4(n) % 30)],
       '+2126' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), now(), now()
     FROM generate_series(1, ${String(beneficiaries)}) n`,
    FIRST_NAMES.split(' '),
    FAMILY_NAMES.split(' '),
  );
  // A person of each size with a unique name.
  await run(
    `UPDATE users SET prenom = 'Amina', nom = 'Benchekroun' WHERE email = 'bench.4321@example.org'`,
  );
  await run(
    `INSERT INTO requests (num_request, beneficiary_id, description, status, percent, date_request, submitted_at, updated_at)
     SELECT 2021 + n % 5 || '-' || lpad(n::text, greatest(6, length(n::text)), '0'),
       CASE WHEN n % 50 = 0 AND n <= 10000 THEN $1::uuid ELSE u.ids[1 + (n::bigint * 7919 % ${String(beneficiaries)})::int] END,
       repeat('Besoin d''accompagnement pour mon projet. ', 5),
       CASE WHEN n > ${String(open)} THEN 'DEMANDE_TRAITE' ELSE (ARRAY['EN_COURS_DE_CREATION','NOUVEAU','EN COURS DE QUALIFICATION','ENTAME','ENTAME','DEMANDE_TRAITE','DEMANDE_TRAITE','EN_ATTENTE','A_REFOURMULER','SUPPRIME'])[1 + (n * 31 + n / 50) % 10] END::"RequestStatus",
       (n % 21) * 5, now() - make_interval(years => 5 * (n > ${String(open)})::int, mins => (n::bigint * 7907 % 2600000)::int), now(), now()
     FROM generate_series(1, ${String(count)}) n,
       (SELECT array_agg(id) AS ids FROM users WHERE role = 'BENEFICIAIRE') u`,
    ids.beneficiaryId,
  );
  await run(
    `INSERT INTO request_services (request_id, item_id)
     SELECT id, $1::int + (id + s) % ${String(SERVICES)} FROM requests, generate_series(0, 1) s`,
    firstServiceId,
  );
  await run(
    `INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, assigned_at, updated_at,
       request_date, request_is_shown, request_is_suspended, processed_at)
     SELECT made.*, CASE status WHEN 'PROCESSED' THEN assigned_at + interval '5 days' END FROM (
     SELECT id, s, $1::int + (id + s) % ${String(SERVICES)},
       $2::int + CASE WHEN (id + s) % 4 = 0 THEN 0 ELSE (id * 13 + s) % ${String(PARTNERS)} END,
       CASE WHEN id > ${String(open)} THEN 'PROCESSED'
         ELSE (ARRAY['ASSIGNED','IN_PROGRESS','PROCESSED','BLOCKED'])[1 + (id / 4 + s) % 4] END::"StepStatus" AS status,
       CASE WHEN id > ${String(open)} OR (id / 4 + s) % 4 = 2 THEN 100 ELSE (id % 20) * 5 END,
       now() - make_interval(years => 5 * (id > ${String(open)})::int, days => (id * 7) % 60) AS assigned_at, now(),
       date_request, request_is_shown(status, agreement), request_is_suspended(status)
     FROM requests, generate_series(0, 1) s WHERE status NOT IN ('EN_COURS_DE_CREATION', 'SUPPRIME')) made`,
    firstServiceId,
    firstPartnerId,
  );
  await run(
    `INSERT INTO open_step_changes (partner_id, change)
     SELECT partner_id, count(*) FROM processing_steps WHERE step_is_open(status) GROUP BY partner_id`,
  );
  // A third of the steps have requested a document; half of those still await it.
  await run(
    `WITH asked AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM processing_steps WHERE id % 3 = 0),
     files AS (
       INSERT INTO stored_files (key, original_name, mime_type, size, sha256)
       SELECT 'bench-' || id, 'document.pdf', 'application/pdf', 1000, '' FROM asked WHERE n % 2 = 0
       RETURNING id, key)
     INSERT INTO step_documents (step_id, document_item_id, file_id)
     SELECT asked.id, $1::int, files.id FROM asked LEFT JOIN files ON files.key = 'bench-' || asked.id`,
    ids.documentId,
  );
  await run(
    `UPDATE processing_steps s SET awaits_documents = true
     FROM (SELECT DISTINCT step_id FROM step_documents WHERE file_id IS NULL) d WHERE s.id = d.step_id`,
  );
  // Deadlines run while the organisation has the next move; a tenth of those are late.
  await run(
    `UPDATE processing_steps s SET due_on = current_date + id % 30 - 3 WHERE status IN ('ASSIGNED', 'IN_PROGRESS')
       AND NOT awaits_documents`,
  );
  // Colleagues of the first organisation own four of five of its steps.
  await run(
    `UPDATE processing_steps SET assignee_id = ($2::uuid[])[1 + id / 4 % ${String(COLLEAGUES)}]
     WHERE partner_id = $1::int AND id / 4 % 5 <> 0`,
    firstPartnerId,
    ids.colleagues,
  );
  // A third of the steps have a conversation of three messages; in a tenth of those the last one is unanswered.
  await run(
    `INSERT INTO step_messages (step_id, author_id, author_role, body, client_key, created_at, read_at)
     SELECT s.id, CASE WHEN isAgent THEN $1::uuid ELSE r.beneficiary_id END,
       (CASE WHEN isAgent THEN 'PARTENAIRE' ELSE 'BENEFICIAIRE' END)::"Role",
       repeat('Bonjour, une question sur mon dossier. ', 3), gen_random_uuid(),
       now() - make_interval(mins => (s.id::bigint * 7907 % 200000)::int) + make_interval(secs => n), now()
     FROM processing_steps s JOIN requests r ON r.id = s.request_id, generate_series(1, 3) n,
       LATERAL (SELECT n = 2 OR (n = 3 AND s.id % 30 <> 0) AS isAgent) w
     WHERE s.id % 3 = 0`,
    agentId,
  );
  await run('CREATE INDEX threads_of_fill ON step_messages (step_id)');
  await run('ANALYZE');
  const conversed = await tx.stepMessage.groupBy({ by: ['stepId'] });
  for (let at = 0; at < conversed.length; at += threadsAtOnce)
    await threadsRepository(tx).refresh(
      conversed.slice(at, at + threadsAtOnce).map(({ stepId }) => stepId),
    );
  await run('DROP INDEX threads_of_fill');
  // A tenth of the steps have a note. A third have a notice to the beneficiary, who has read two thirds of them.
  await run(
    `INSERT INTO step_notes (step_id, author_id, body, client_key, created_at)
     SELECT s.id, $1::uuid, repeat('Appelé ce matin. ', 3), gen_random_uuid(), now() - make_interval(mins => s.id % 9000)
     FROM processing_steps s WHERE s.id % 10 = 0 OR s.id % 3 = 0`,
    agentId,
  );
  await run(
    `INSERT INTO notices (user_id, kind, request_id, step_id, params, created_at, read_at)
     SELECT r.beneficiary_id, 'PROGRESS', r.id, s.id, jsonb_build_object('status', s.status, 'percent', s.percent),
       now() - make_interval(mins => s.id % 200000), CASE WHEN s.id % 9 <> 0 THEN now() END
     FROM processing_steps s JOIN requests r ON r.id = s.request_id WHERE s.id % 3 = 0`,
  );
}
