// @module-tag slow

import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';

import type { UnreadView } from '@wasl/contracts';
import { queryRows } from '@wasl/tooling/testing';
import { startReplicatedServer } from '@wasl/tooling/testing/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createApp } from '../app.ts';
import {
  createTestApp,
  type TestApp,
  testClient,
  type TestClient,
  writeMessage,
} from '../testing/index.ts';
import { openDeps, type OpenDeps } from './open-deps.ts';

/** A machine that is busy is no fault of the code. */
const patience = { timeout: 120_000, interval: 50 };

describe('lists from a read replica', () => {
  let servers: Awaited<ReturnType<typeof startReplicatedServer>>;
  let given: string | undefined;
  let app: TestApp;
  /** Another process on the same database and replica, and what it serves. */
  let other: OpenDeps;
  let server: Server;
  let otherUrl = '';
  beforeAll(async () => {
    servers = await startReplicatedServer();
    given = process.env.TEST_DATABASE_URL;
    process.env.TEST_DATABASE_URL = servers.adminUrl;
    app = await createTestApp({ isListening: true, replica: servers.replica.adminUrl });
    other = await openDeps(app.deps.settings, {
      log: app.deps.log,
      isMailHeld: true,
      isListening: true,
      passwordCost: 4,
    });
    server = createServer(createApp(other.deps));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    otherUrl = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
  }, 300_000);
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await other.close();
    await app.close();
    if (given === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = given;
    await servers.stop();
  });

  const replaying = async (isPaused: boolean): Promise<void> => {
    await queryRows(
      servers.replica.adminUrl,
      isPaused ? 'SELECT pg_wal_replay_pause()' : 'SELECT pg_wal_replay_resume()',
    );
    await vi.waitFor(async () => {
      const [found] = await queryRows<{ state: string }>(
        servers.replica.adminUrl,
        'SELECT pg_get_wal_replay_pause_state() AS state',
      );
      expect(found?.state).toBe(isPaused ? 'paused' : 'not paused');
    }, patience);
  };
  const readReplica = async (): Promise<unknown> =>
    ((await app.anonymous.get('/health/ready').expect(200)).body as { readReplica?: unknown })
      .readReplica;
  const needs = async (client: TestClient): Promise<string[]> => {
    const { body } = await client.post('/requests/filter', []).expect(200);
    return (body as { description: string }[]).map(({ description }) => description);
  };
  /** Changed by a statement that nobody is told of: who reads the old text read the replica. */
  const rewrite = async (id: number, description: string): Promise<void> => {
    await app.db.$executeRaw`UPDATE requests SET description = ${description} WHERE id = ${id}`;
  };
  /** A person with a request, whom both processes would read from the replica. */
  async function aReader() {
    const agent = await app.make.anAgent();
    const person = await app.make.aBeneficiary();
    const token = await app.tokenOf(person);
    const request = await app.make.aRequest({
      beneficiaryId: person.id,
      status: 'ENTAME',
      description: 'first',
    });
    const step = await app.make.aStep({
      requestId: request.id,
      partnerId: agent.partnerId,
      status: 'IN_PROGRESS',
    });
    await replaying(false);
    for (const { replica } of [app.deps, other.deps])
      await vi.waitFor(() => expect(replica?.state().state).toBe('ok'), patience);
    const clients = {
      here: testClient(app.baseUrl, token),
      there: testClient(otherUrl, token),
    };
    return { agent, person, request, step, ...clients };
  }

  it('are read there while it has what their reader knows of, and what is of one thing is not', async () => {
    const { request, here } = await aReader();
    await vi.waitFor(async () => {
      await replaying(true);
      await rewrite(request.id, randomUUID());
      const listed = await needs(here);
      await replaying(false);
      const kept = await app.db.supportRequest.findUniqueOrThrow({ where: { id: request.id } });
      // The list is the replica's, which has not heard of it.
      expect(listed).not.toEqual([kept.description]);
    }, patience);
    await replaying(true);
    await rewrite(request.id, 'second');
    const { body } = await here.get(`/requests/${String(request.id)}`).expect(200);
    expect(body).toMatchObject({ description: 'second' });
    expect(await readReplica()).toMatchObject({ lagSeconds: expect.any(Number) as number });
    await replaying(false);
  });

  it('show what their reader has written, through whatever process', async () => {
    const { here, there } = await aReader();
    await replaying(true);
    await here
      .post('/requests')
      .field(
        'createRequestDto',
        JSON.stringify({ description: 'mine', services: [(await app.make.aService()).code] }),
      )
      .expect(201);
    expect(await needs(here)).toContain('mine');
    await other.deps.signals.caughtUp();
    expect(await needs(there)).toContain('mine');
    await replaying(false);
  });

  it('show what their reader was told of', async () => {
    const { agent, step, there } = await aReader();
    await replaying(true);
    await writeMessage(await app.as(agent), step.id, 'Bonjour').expect(201);
    await other.deps.signals.caughtUp();
    const { body } = await there.get('/unread').expect(200);
    expect((body as UnreadView).messages).toBe(1);
    await replaying(false);
  });

  it('are read from the database itself while the replica is late, and once it is gone', async () => {
    const { request, here } = await aReader();
    await replaying(true);
    await rewrite(request.id, 'late');
    await vi.waitFor(async () => {
      expect(await readReplica()).toMatchObject({ state: 'late' });
    }, patience);
    expect(await needs(here)).toEqual(['late']);
    await replaying(false);
    await vi.waitFor(async () => {
      expect(await readReplica()).toMatchObject({ state: 'ok' });
    }, patience);
    await servers.replica.stop();
    expect(await needs(here)).toEqual(['late']);
    await vi.waitFor(async () => {
      expect(await readReplica()).toEqual({ state: 'away', lagSeconds: null });
    }, patience);
    expect(await needs(here)).toEqual(['late']);
    expect(app.logLines.join('\n')).toContain('read replica not used');
  });
});
