/** Writing calls, each side on equivalent requests of the same people, and the written rows for the comparison. */
import { randomUUID } from 'node:crypto';

import { updateDeadlines } from '../../api/src/modules/requests/index.ts';
import { testPassword, type TestApp } from '../../api/src/testing/index.ts';
import type { Filled } from './fill.ts';
import type { Call } from './measure.ts';
import { fromApi, type Sent } from './processes.ts';

const steps = 300;
const people = 10;

/** Delays all mails during the measurement: sending is not part of a call, and only one side would do it. */
export async function delayMails({ db }: TestApp): Promise<void> {
  await db.$executeRawUnsafe(`CREATE FUNCTION hold_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.next_attempt_at := 'infinity'; RETURN NEW; END $$`);
  await db.$executeRawUnsafe(
    'CREATE TRIGGER hold_mail BEFORE INSERT ON outbox_mails FOR EACH ROW EXECUTE FUNCTION hold_mail()',
  );
}

/** Fifty people who sign in, hashed with the server's cost; the tests use a lower one. */
export async function signInCalls(app: TestApp): Promise<Call[]> {
  const bcrypt = fromApi('bcrypt') as { hash: (text: string, cost: number) => Promise<string> };
  const passwordHash = await bcrypt.hash(testPassword, 12);
  const sent: Sent[] = [];
  for (let n = 0; n < 50; n += 1) {
    const { id, email } = await app.make.aBeneficiary();
    await app.db.user.update({ where: { id }, data: { passwordHash } });
    const body = JSON.stringify({ email, password: testPassword });
    sent.push({ method: 'POST', path: '/utilisateurs/signIn', token: '', body });
  }
  const side = (n: number): Sent => sent[n % sent.length] as Sent;
  return [{ name: 'sign-in', compare: 'nothing', sides: { wasl: side, bare: side }, most: 16 }];
}

/** @param needed maximum number of calls by each side */
export async function writeCalls(
  app: TestApp,
  { partnerIds }: Filled,
  needed: number,
): Promise<Call[]> {
  const partnerId = partnerIds[0] ?? 0;
  const services = await app.db.partnerService.findMany({
    where: { partnerId },
    orderBy: { itemId: 'asc' },
    take: 2,
    select: { item: { select: { id: true, code: true } } },
  });
  const itemIds = services.map(({ item }) => item.id);
  const agent = await app.tokenOf(await app.make.anAgent({ partnerId }));
  const owners: { id: string; token: string }[] = [];
  for (let n = 0; n < people; n += 1) {
    const { id } = await app.make.aBeneficiary();
    owners.push({ id, token: await app.tokenOf({ id }) });
  }
  const made: number[] = [];

  async function requestsOf(name: string, status: string, many: number): Promise<number[]> {
    const rows = await app.db.$queryRawUnsafe<{ id: number }[]>(
      `WITH r AS (
         INSERT INTO requests (num_request, beneficiary_id, description, status, percent, submitted_at, updated_at)
         SELECT $1 || n || '-' || ($2::uuid[])[1], ($2::uuid[])[1 + n % ${String(people)}], 'Un financement', $3::"RequestStatus", 10,
           CASE WHEN $3 = 'ENTAME' THEN now() END, now() FROM generate_series(1, $4::int) n RETURNING id),
       s AS (INSERT INTO request_services (request_id, item_id) SELECT r.id, i FROM r, unnest($5::int[]) i)
       SELECT id FROM r ORDER BY id`,
      name,
      owners.map(({ id }) => id),
      status,
      many,
      itemIds,
    );
    const ids = rows.map(({ id }) => id);
    made.push(...ids);
    return ids;
  }

  /** Steps in progress, one per request, whose other step is begun; used one after another. */
  async function stepsOf(name: string) {
    const rows = await app.db.$queryRawUnsafe<{ requestId: number; stepId: number }[]>(
      `WITH made AS (
         INSERT INTO processing_steps (request_id, position, title_item_id, partner_id, status, percent, runs_in_parallel, assigned_at, updated_at)
         SELECT r, p, ($2::int[])[p + 1], $3::int, (ARRAY['ASSIGNED', 'IN_PROGRESS'])[p + 1]::"StepStatus", p * 20, true, now(), now()
         FROM unnest($1::int[]) r, generate_series(0, 1) p RETURNING id, request_id, position)
       SELECT request_id AS "requestId", id AS "stepId" FROM made WHERE position = 0 ORDER BY id`,
      await requestsOf(name, 'ENTAME', steps),
      itemIds,
      partnerId,
    );
    return (n: number) => rows[n % rows.length] ?? { requestId: 0, stepId: 0 };
  }

  const form = new FormData();
  const dto = { description: 'Un financement', services: services.map(({ item }) => item.code) };
  form.set('createRequestDto', JSON.stringify(dto));
  const ownerOf = (n: number): string => owners[n % people]?.token ?? '';

  /** The n-th call of each kind, on rows of one side only. */
  const kinds: Readonly<Record<string, (side: string) => Promise<(n: number) => Sent>>> = {
    'step update': async (side) => {
      const stepAt = await stepsOf(`U-${side}-`);
      return (n) => {
        const { stepId: processingStepId, requestId } = stepAt(n);
        const percent = 5 * (1 + ((n + Math.floor(n / steps)) % 19));
        const body = JSON.stringify({ processingStepId, status: 'IN_PROGRESS', percent });
        const path = '/processing/step/update';
        return { method: 'POST', path, token: agent, body, requestId };
      };
    },
    create: () =>
      Promise.resolve((n) => ({
        ...{ method: 'POST', path: '/requests', token: ownerOf(n), body: form },
      })),
    submit: async (side) => {
      const ids = await requestsOf(`S-${side}-`, 'EN_COURS_DE_CREATION', needed);
      return (n) => {
        const requestId = ids[n] ?? 0;
        const body = JSON.stringify({ idRequest: requestId, newStatus: 'NOUVEAU' });
        const path = '/requests/observationAndStatus';
        return { method: 'PUT', path, token: ownerOf(n + 1), body, requestId };
      };
    },
    message: async (side) => {
      const stepAt = await stepsOf(`M-${side}-`);
      return (n) => {
        const { stepId, requestId } = stepAt(n);
        const text = 'Bonjour, une question sur le dossier.';
        const body = JSON.stringify({ body: text, clientKey: randomUUID() });
        const path = `/processing/step/${String(stepId)}/messages`;
        return { method: 'POST', path, token: agent, body, requestId };
      };
    },
  };
  const calls: Call[] = [];
  for (const [name, make] of Object.entries(kinds))
    calls.push({
      name,
      compare: 'rows',
      sides: { wasl: await make('wasl'), bare: await make('bare') },
    });
  // Sets the deadlines of the created steps by the rule, as the server does.
  await updateDeadlines(app.db, made, new Date());
  await app.db.$executeRawUnsafe('VACUUM ANALYZE');
  return calls;
}
