import { beforeAll, describe, expect, it } from 'vitest';

import { ApiError } from '../../platform/http/api-error.ts';
import { useTestApp } from '../../testing/index.ts';
import {
  anAgentOf,
  anAgentOfNew,
  confirmMailed,
  mailedToken,
  makeLists,
  movableClock,
} from '../../testing/account-samples.ts';
import { agentApprovalService } from './index.ts';

const clock = movableClock();
const app = useTestApp({ clock, env: { RATE_LIMIT_FACTOR: '100' } });
beforeAll(() => makeLists(app));

async function join(partnerId: number, options: { confirm: boolean } = { confirm: true }) {
  const body = anAgentOf(partnerId);
  await app.anonymous.post('/utilisateurs/signUpAgentPartner', body).expect(201);
  if (options.confirm) await confirm(body.email);
  return body;
}
async function confirm(email: string): Promise<void> {
  await confirmMailed(app, email);
}
const path = (token: string) => `/utilisateurs/approveAgent/${token}`;
const approve = async (who: { id: string }, token: string) => (await app.as(who)).post(path(token));
const linkOf = async ({ email }: { email: string }) =>
  await mailedToken(app, email, 'agentAwaitingApproval');
const approvedAt = async (email: string) =>
  (await app.db.user.findUniqueOrThrow({ where: { email } })).approvedAt;
const asked = async () =>
  (await app.mails()).filter(({ template }) => template === 'agentAwaitingApproval');

describe('a new agent of an organisation', () => {
  it('is announced to colleagues only after the address is confirmed', async () => {
    const colleague = await app.make.anAgent({ lang: 'ar' });
    const body = await join(colleague.partnerId, { confirm: false });
    expect(await asked()).toEqual([]);
    await confirm(body.email);
    expect(await asked()).toMatchObject([
      {
        to: colleague.email,
        lang: 'ar',
        params: { agentName: 'Salma Alami', agentEmail: body.email },
      },
    ]);
  });

  it('is announced only to colleagues who can sign in, in the same organisation', async () => {
    const colleague = await app.make.anAgent();
    const { partnerId } = colleague;
    await app.make.anAgent({ partnerId, approvedAt: null });
    await app.make.anAgent({ partnerId, emailConfirmedAt: null });
    await app.make.anAgent({ partnerId, disabledAt: new Date() });
    await app.make.anAgent();
    const before = (await asked()).length;
    await join(partnerId);
    expect((await asked()).slice(before).map(({ to }) => to)).toEqual([colleague.email]);
  });

  it('is approved by a colleague’s link, receives a mail, and can sign in', async () => {
    const colleague = await app.make.anAgent();
    const { email, password } = await join(colleague.partnerId);
    const answer = await approve(colleague, await linkOf(colleague));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ nom: 'Alami', prenom: 'Salma' });
    expect((await app.mails()).at(-1)).toMatchObject({ to: email, template: 'agentApproved' });
    await app.anonymous.post('/utilisateurs/signIn', { email, password }).expect(200);
  });

  it('is approved once: the first use ends the links of all colleagues', async () => {
    const first = await app.make.anAgent();
    const second = await app.make.anAgent({ partnerId: first.partnerId });
    const { email } = await join(first.partnerId);
    const links = [
      [first, await linkOf(first)],
      [second, await linkOf(second)],
    ] as const;
    const answers = await Promise.all(links.map(([who, token]) => approve(who, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const sent = (await app.mails()).filter(
      (mail) => mail.to === email && mail.template === 'agentApproved',
    );
    expect(sent).toHaveLength(1);
  });

  it('cannot be approved by a fabricated, expired or foreign link', async () => {
    const colleague = await app.make.anAgent();
    const body = await join(colleague.partnerId);
    expect((await approve(colleague, 'nothing')).status).toBe(400);
    await app.anonymous.post(`/utilisateurs/forgotPassword/${body.email}`).expect(200);
    const reset = await mailedToken(app, body.email, 'resetPassword');
    expect((await approve(colleague, reset)).status).toBe(400);
    clock.advance(7 * 24 * 3600 + 5);
    expect((await approve(colleague, await linkOf(colleague))).status).toBe(400);
    clock.reset();
    expect(await approvedAt(body.email)).toBeNull();
  });

  it('who is disabled before the approval cannot sign in', async () => {
    const colleague = await app.make.anAgent();
    const { email } = await join(colleague.partnerId);
    await app.db.user.update({ where: { email }, data: { disabledAt: new Date() } });
    expect((await approve(colleague, await linkOf(colleague))).status).toBe(400);
  });
});

describe('an approval link', () => {
  /** A colleague with a link, a new agent, and another agent of the organisation. */
  async function pending() {
    const holder = await app.make.anAgent();
    const { partnerId } = holder;
    const { email } = await join(partnerId);
    const newcomer = await app.db.user.findUniqueOrThrow({ where: { email } });
    return { holder, partnerId, newcomer, token: await linkOf(holder) };
  }

  it('works only for the signed-in agent who received it by mail', async () => {
    const { holder, partnerId, newcomer, token } = await pending();
    const others = [
      [app.anonymous, 401],
      [await app.as(newcomer), 403],
      [await app.as(await app.make.aBeneficiary()), 403],
      [await app.as(await app.make.anAgent()), 400],
      [await app.as(await app.make.anAgent({ partnerId })), 400],
    ] as const;
    for (const [client, status] of others) {
      expect((await client.post(path(token))).status).toBe(status);
    }
    expect(await approvedAt(newcomer.email)).toBeNull();
    // The refused calls did not use up the link.
    expect((await approve(holder, token)).status).toBe(200);
  });

  it('is logged with the ids of the approving and the approved agent', async () => {
    const { holder, partnerId, newcomer, token } = await pending();
    expect((await approve(holder, token)).status).toBe(200);
    const line = app.logLines.find(
      (one) => one.includes('"account.agent_approved"') && one.includes(newcomer.id),
    );
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      event: 'account.agent_approved',
      userId: newcomer.id,
      partnerId,
      by: holder.id,
    });
    expect(line).not.toContain(token);
  });

  it('expires with the access of its holder, and stays invalid when the access returns', async () => {
    const { holder, partnerId, newcomer, token } = await pending();
    const other = await app.as(await app.make.anAgent({ partnerId }));
    const theirs = await app.as(holder);
    const colleague = `/partners/${String(partnerId)}/agents/${holder.id}`;
    await other.delete(colleague).expect(200);
    await theirs.post(path(token)).expect(401);
    expect((await approve(holder, token)).status).toBe(403);
    await other.post(`${colleague}/approve`).expect(200);
    await other.put(`${colleague}/role`, { role: 'RESPONSABLE' }).expect(200);
    expect((await approve(holder, token)).status).toBe(400);
    expect(await approvedAt(newcomer.email)).toBeNull();
  });

  it.each([
    ['was disabled by the administrator', { disabledAt: new Date() }, 403],
    ['is not approved any more', { approvedAt: null }, 403],
  ])('has no effect for a holder who %s', async (_what, data, status) => {
    const { holder, newcomer, token } = await pending();
    await app.db.user.update({ where: { id: holder.id }, data });
    expect((await approve(holder, token)).status).toBe(status);
    expect(await approvedAt(newcomer.email)).toBeNull();
  });

  it('has no effect for a holder who moved to another organisation', async () => {
    const { holder, newcomer, token } = await pending();
    const { id: partnerId } = await app.make.aPartner();
    await app.db.user.update({ where: { id: holder.id }, data: { partnerId } });
    expect((await approve(holder, token)).status).toBe(400);
    expect(await approvedAt(newcomer.email)).toBeNull();
  });

  it('is refused when the removal of its holder is in progress', async () => {
    const { holder, partnerId, newcomer, token } = await pending();
    const theirs = await app.as(holder);
    const answer = await app.db.$transaction(
      async (tx) => {
        // The removal locks the organisation. The call has passed the permission check and waits for the lock.
        await tx.$queryRaw`SELECT id FROM partners WHERE id = ${partnerId} FOR UPDATE`;
        const called = theirs.post(path(token)).then(({ status }) => status);
        await expect
          .poll(
            async () =>
              await app.db.$queryRaw<unknown[]>`
                SELECT pid FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            { timeout: 60_000 },
          )
          .toHaveLength(1);
        await tx.user.update({ where: { id: holder.id }, data: { disabledAt: new Date() } });
        return { called };
      },
      { timeout: 60_000 },
    );
    expect(await answer.called).toBe(403);
    expect(await approvedAt(newcomer.email)).toBeNull();
  }, 120_000);
});

describe('the administrator', () => {
  const service = () => agentApprovalService(app.deps);
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof ApiError ? error.code : `not refused: ${String(error)}`;
  };

  it('approves an organisation with its founder, once', async () => {
    const body = anAgentOfNew('Fondation du Nord');
    await app.anonymous.post('/utilisateurs/signUpAgentPartner', body).expect(201);
    await confirm(body.email);
    const waiting = await service().listOrganisations('awaiting');
    const organisation = waiting.find(({ title }) => title === 'Fondation du Nord');
    expect(organisation).toMatchObject({ approvedAt: null, agents: 1 });
    expect(await codeOf(service().approveAgent(body.email, 'Karim'))).toBe('STATE_CONFLICT');
    const id = organisation?.id ?? 0;
    expect(await service().approveOrganisation(id, 'Karim')).toEqual({
      isNow: true,
      agents: [body.email],
    });
    expect(await service().approveOrganisation(id, 'Karim')).toEqual({ isNow: false, agents: [] });
    expect((await app.mails()).at(-1)).toMatchObject({ to: body.email, template: 'agentApproved' });
    const { email, password } = body;
    await app.anonymous.post('/utilisateurs/signIn', { email, password }).expect(200);
    await app.anonymous.get(`/partners/${String(id)}`).expect(200);
  });

  it('lists and approves agents by e-mail', async () => {
    const { id } = await app.make.aPartner();
    const { email } = await join(id);
    const waiting = await service().listAgents('awaiting');
    expect(waiting.map((agent) => agent.email)).toContain(email);
    expect(await service().approveAgent(` ${email.toUpperCase()} `, 'Karim')).toBe(true);
    expect(await service().approveAgent(email, 'Karim')).toBe(false);
    expect((await service().listAgents('awaiting')).map((agent) => agent.email)).not.toContain(
      email,
    );
    expect((await service().listAgents('all')).map((agent) => agent.email)).toContain(email);
  });

  it('receives NOT_FOUND for an unknown agent or organisation', async () => {
    const beneficiary = await app.make.aBeneficiary();
    expect(await codeOf(service().approveAgent('personne@example.org', 'Karim'))).toBe('NOT_FOUND');
    expect(await codeOf(service().approveAgent(beneficiary.email, 'Karim'))).toBe('NOT_FOUND');
    expect(await codeOf(service().approveOrganisation(2_000_000_000, 'Karim'))).toBe('NOT_FOUND');
  });
});
