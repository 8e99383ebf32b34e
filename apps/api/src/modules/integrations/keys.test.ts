import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { dayOf, maxKeys, type KeyView } from '@wasl/contracts';
import { describe, expect, it, vi } from 'vitest';

import { createApp } from '../../app.ts';
import { runHousekeeping } from '../../platform/jobs/housekeeping.ts';
import { createLogger } from '../../platform/program/logger.ts';
import { openDeps } from '../../platform/program/open-deps.ts';
import { movableClock } from '../../testing/account-samples.ts';
import { createTestApp, saveStep, useTestApp } from '../../testing/index.ts';
import { testClient } from '../../testing/test-client.ts';

const clock = movableClock();
const app = useTestApp({ clock });

async function aResponsible() {
  const partner = await app.make.aPartner();
  const agent = await app.make.anAgent({ partnerId: partner.id, prenom: 'Salma', nom: 'Idrissi' });
  const path = `/partners/${String(partner.id)}/keys`;
  return { partner, agent, path, client: await app.as(agent) };
}
const erp = { name: 'ERP', scopes: ['requests:read'], days: 90 };
const worklist = '/journeyInstanceProcessingSteps/filter';

describe('keys of an organisation', () => {
  it('are shown once, stored as a hash, and recognised by their prefix', async () => {
    const { partner, agent, path, client } = await aResponsible();
    const made = (await client.post(path, erp).expect(201)).body as {
      key: KeyView;
      secret: string;
    };
    expect(made.secret).toMatch(/^wasl_[0-9a-f]{10}_[\w-]{32}$/);
    expect(made.key).toEqual({
      id: made.key.id,
      name: 'ERP',
      prefix: made.secret.slice(0, 15),
      scopes: ['requests:read'],
      state: 'active',
      createdOn: dayOf(clock.now()),
      createdBy: 'Salma Idrissi',
      confirmedBy: null,
      confirmBy: null,
      expiresOn: dayOf(new Date(clock.now().getTime() + 90 * 24 * 3600 * 1000)),
      lastUsedOn: null,
      revokedOn: null,
      revokedBy: null,
    });
    const row = await app.db.apiKey.findUniqueOrThrow({ where: { id: made.key.id } });
    expect(row.hash).toBe(createHash('sha256').update(made.secret).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(made.secret);
    expect(app.logLines.join('\n')).not.toContain(made.secret.slice(16));
    expect((await client.get(path).expect(200)).body).toEqual([made.key]);
    expect(
      await app.db.integrationAct.findMany({ where: { partnerId: partner.id } }),
    ).toMatchObject([{ kind: 'KEY_MADE', subjectId: made.key.id, name: 'ERP', byId: agent.id }]);
  });

  it('act as the organisation until a responsable revokes them', async () => {
    const { partner, path, client } = await aResponsible();
    const step = await app.make.aStep({ partnerId: partner.id });
    await app.make.aStep();
    const { key, secret } = (await client.post(path, erp).expect(201)).body as {
      key: KeyView;
      secret: string;
    };
    const system = testClient(app.baseUrl, secret);
    const { results } = (await system.post(worklist, []).expect(200)).body as {
      results: { id: number }[];
    };
    expect(results.map(({ id }) => id)).toEqual([step.requestId]);
    expect((await client.get(path)).body).toMatchObject([{ lastUsedOn: dayOf(clock.now()) }]);
    const ended = await client.delete(`${path}/${key.id}`).expect(200);
    expect(ended.body).toMatchObject({ state: 'revoked', revokedBy: 'Salma Idrissi' });
    await system.post(worklist, []).expect(401);
    // A repeated call gives the same answer and is recorded once.
    expect((await client.delete(`${path}/${key.id}`).expect(200)).body).toEqual(ended.body);
    const acts = await app.db.integrationAct.findMany({ where: { partnerId: partner.id } });
    expect(acts.map(({ kind }) => kind)).toEqual(['KEY_MADE', 'KEY_REVOKED']);
    await expect(app.db.integrationAct.deleteMany()).rejects.toThrow();
  });

  it('update a step on behalf of the organisation, not of an agent', async () => {
    const partner = await app.make.aPartner();
    const request = await app.make.aRequest({ status: 'NOUVEAU' });
    const step = await app.make.aStep({
      requestId: request.id,
      partnerId: partner.id,
      status: 'ASSIGNED',
    });
    await app.make.anItem('STATUS', { code: 'ENTAME' });
    const { id: keyId, secret } = await app.make.aKey({
      partnerId: partner.id,
      scopes: ['progress:write', 'requests:read', 'documents:read'],
    });
    const system = testClient(app.baseUrl, secret);
    await saveStep(system, step.id, 'IN_PROGRESS', 40, {
      partnerFeedback: 'Dossier complet',
    }).expect(200);
    const after = await app.db.processingStep.findUniqueOrThrow({
      where: { id: step.id },
      include: { feedbacks: true },
    });
    expect(after).toMatchObject({ percent: 40, assigneeId: null });
    expect(after.feedbacks).toMatchObject([{ text: 'Dossier complet', authorId: null }]);
    const history = await app.db.historyEvent.findMany({ where: { requestId: request.id } });
    expect(history.map(({ actorId }) => actorId)).toContain(keyId);
    // The person sees that a system accessed it, not an agent.
    const at = `/requests/${String(request.id)}`;
    await system.get(at).expect(200);
    clock.advance(120);
    await system.get(at).expect(200);
    const owner = await app.as({ id: request.beneficiaryId });
    expect((await owner.get('/utilisateurs/accesses').expect(200)).body).toMatchObject([
      { organisation: partner.title, agent: null, isBySystem: true, kind: 'FILE', times: 2 },
    ]);
  });

  it('expire after their days, have a maximum number, and need a unique name', async () => {
    const { path, client } = await aResponsible();
    const { secret } = (await client.post(path, erp).expect(201)).body as { secret: string };
    await client.post(path, { ...erp, name: 'erp' }).expect(409);
    await client.post(path, { ...erp, name: 'X', scopes: [] }).expect(400);
    await client.post(path, { ...erp, name: 'X', scopes: ['everything'] }).expect(400);
    await client.post(path, { ...erp, name: 'X', days: 3650 }).expect(400);
    for (let n = 1; n < maxKeys; n += 1)
      await client.post(path, { ...erp, name: `K${String(n)}` }).expect(201);
    await client.post(path, { ...erp, name: 'one more' }).expect(422);
    clock.advance(90 * 24 * 3600 - 60);
    const system = testClient(app.baseUrl, secret);
    await system.post(worklist, []).expect(200);
    clock.advance(61);
    await system.post(worklist, []).expect(401);
    await (await app.as(await app.make.anAgent())).get(path).expect(404);
  });

  it('are rate limited, and refused after many wrong keys from one address', async () => {
    const limited = await createTestApp();
    try {
      const wrong = testClient(limited.baseUrl, `wasl_0123456789_${'A'.repeat(32)}`);
      const statuses = new Set<number>();
      for (let n = 0; n < 61; n += 1) statuses.add((await wrong.post(worklist, [])).status);
      expect([...statuses]).toEqual([401, 429]);
      const { secret, id } = await limited.make.aKey();
      const system = testClient(limited.baseUrl, secret);
      await system.get('/journeyInstanceProcessingSteps/mark').expect(200);
      await limited.db.rateLimit.updateMany({
        where: { key: { startsWith: 'key:' } },
        data: { points: 600 },
      });
      const { headers } = await system.get('/journeyInstanceProcessingSteps/mark').expect(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(id).toBeTruthy();
    } finally {
      await limited.close();
    }
  });

  it('are revoked immediately on every process', async () => {
    const { path, client, partner } = await aResponsible();
    const opened = await openDeps(app.deps.settings, {
      clock,
      isListening: true,
      isMailPaused: true,
      log: createLogger('silent'),
    });
    const server = createServer(createApp(opened.deps));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await vi.waitFor(() => expect(opened.deps.signals.isFresh()).toBe(true), 10_000);
      const { key, secret } = (await client.post(path, erp).expect(201)).body as {
        key: KeyView;
        secret: string;
      };
      const other = await app.make.aKey({ partnerId: partner.id });
      const { port } = server.address() as AddressInfo;
      const base = `http://127.0.0.1:${String(port)}`;
      const [one, two] = [testClient(base, secret), testClient(base, other.secret)];
      for (const system of [one, two, one, two]) await system.post(worklist, []).expect(200);
      const asked = (['$queryRaw', '$queryRawUnsafe'] as const).map((way) =>
        vi.spyOn(opened.deps.db, way),
      );
      await one.post(worklist, []).expect(200);
      // The key was cached: no statement looked it up.
      const statements = asked.flatMap(({ mock }) =>
        mock.calls.map((call) => JSON.stringify(call)),
      );
      expect(statements.filter((statement) => statement.includes('api_keys'))).toEqual([]);
      await client.delete(`${path}/${key.id}`).expect(200);
      await opened.deps.signals.waitUntilSynced();
      await one.post(worklist, []).expect(401);
      await two.post(worklist, []).expect(200);
      // The key stops while the organisation has no active agent.
      const agents = { where: { partnerId: partner.id } };
      await app.db.user.updateMany({ ...agents, data: { disabledAt: new Date() } });
      await opened.deps.signals.waitUntilSynced();
      await two.post(worklist, []).expect(401);
      await app.db.user.updateMany({ ...agents, data: { disabledAt: null } });
      await opened.deps.signals.waitUntilSynced();
      await two.post(worklist, []).expect(200);
      // The key stops with the organisation's approval.
      await app.db.partner.update({ where: { id: partner.id }, data: { approvedAt: null } });
      await opened.deps.signals.waitUntilSynced();
      await two.post(worklist, []).expect(401);
    } finally {
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
    }
  });

  it('are deleted a year after their end', async () => {
    const { id } = await app.make.aKey({ revokedAt: clock.now() });
    clock.advance(364 * 24 * 3600);
    await runHousekeeping(app.deps);
    expect(await app.db.apiKey.count({ where: { id } })).toBe(1);
    clock.advance(2 * 24 * 3600);
    await runHousekeeping(app.deps);
    expect(await app.db.apiKey.count({ where: { id } })).toBe(0);
  });
});
