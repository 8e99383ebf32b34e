import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createApp } from '../../app.ts';
import { useTestApp } from '../../testing/index.ts';
import { traceCollector } from '../../testing/trace-collector.ts';
import { jobRunner } from '../../platform/jobs/job-runner.ts';
import { observeAll } from '../../platform/program/observer.ts';
import { openTracing } from './open-tracing.ts';

const fromProxy = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const traceparent = `00-${fromProxy.trace}-${fromProxy.span}-01`;

let collector: Awaited<ReturnType<typeof traceCollector>>;
let tracing: Awaited<ReturnType<typeof openTracing>>;
let server: Server;
let url: string;

async function served(isProxyBelieved: boolean) {
  const { log } = app.deps;
  const opened = await openTracing({
    ...{ endpoint: collector.url, service: 'wasl-test', isProxyBelieved, log },
  });
  const its = createServer(createApp(app.deps, { observer: observeAll([opened]) }));
  await new Promise<void>((resolve) => its.listen(0, '127.0.0.1', resolve));
  const { port } = its.address() as AddressInfo;
  return { opened, its, at: `http://127.0.0.1:${String(port)}` };
}

const app = useTestApp();
beforeAll(async () => {
  collector = await traceCollector();
  ({ opened: tracing, its: server, at: url } = await served(true));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  collector.close();
});

describe('tracing with a collector', () => {
  it('traces a call under its contract path, with its statements and the id of its log line', async () => {
    const person = await app.make.aBeneficiary({ email: 'amina.secret@example.org' });
    const token = await app.tokenOf(person);
    const { id } = await app.make.aRequest({ beneficiaryId: person.id });
    const headers = {
      authorization: `Bearer ${token}`,
      traceparent,
      'x-request-id': 'asked-for-1',
    };
    // Two concurrent calls: each has its own statements.
    const [answer, other] = await Promise.all([
      fetch(`${url}/api/requests/${String(id)}?lang=ar&mark=amina.secret@example.org`, { headers }),
      fetch(`${url}/api/utilisateurs/signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'amina.secret@example.org', password: 'Guess#3dWrong' }),
      }),
    ]);
    await Promise.all([answer.text(), other.text()]);
    expect([answer.status, other.status]).toEqual([200, 401]);
    await fetch(`${url}/api/health/ready`);
    const jobs = jobRunner(
      app.deps,
      [
        {
          ...{ name: 'looks', everySeconds: 3600, firstAfterSeconds: 0 },
          run: async () => await app.db.user.findFirst({ where: { email: person.email } }),
        },
      ],
      { observer: tracing },
    );
    await jobs.runDue();
    await tracing.close();

    const { spans } = collector;
    const call = spans.find(({ name }) => name === 'GET /api/requests/:id');
    expect(call).toMatchObject({
      ...{ service: 'wasl-test', traceId: fromProxy.trace, parentSpanId: fromProxy.span },
      attributes: {
        ...{ 'http.request.method': 'GET', 'http.route': '/api/requests/:id' },
        ...{ 'http.response.status_code': 200, 'wasl.request_id': 'asked-for-1' },
      },
    });
    const below = (parent: string | undefined) =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent);
    const statements = below(call?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const one of statements) {
      expect(one.traceId).toBe(fromProxy.trace);
      expect(one.attributes['db.system.name']).toBe('postgresql');
    }
    const exported = statements
      .map(({ attributes }) => String(attributes['db.query.text']))
      .join('\n');
    expect(exported).toContain('$1');

    const signIn = spans.find(({ name }) => name === 'POST /api/utilisateurs/signIn');
    expect(signIn?.attributes['http.response.status_code']).toBe(401);
    expect(signIn?.parentSpanId).toBeUndefined();
    expect(below(signIn?.spanId).length).toBeGreaterThan(0);
    const job = spans.find(({ name }) => name === 'job looks');
    expect(below(job?.spanId).map(({ name }) => name)).toEqual(['SELECT']);

    // Every statement belongs to one of them. Readiness checks and background polls have no spans.
    const roots = [call, signIn, job].map((one) => one?.spanId);
    expect(spans.filter((one) => !roots.includes(one.spanId))).toEqual(
      spans.filter(({ parentSpanId }) => roots.includes(parentSpanId)),
    );

    const line = app.logLines.find((one) => one.includes('"requestId":"asked-for-1"'));
    expect(line).toContain(`"traceId":"${fromProxy.trace}"`);
  });

  it('exports no address, token, e-mail, id or name of a person', () => {
    const text = collector.text();
    expect(text).toContain('POST /v1/traces');
    for (const personal of [
      'amina',
      'example.org',
      'mark=',
      'Bearer',
      'eyJ',
      'Guess',
      '127.0.0.1:',
    ])
      expect([personal, text.includes(personal)]).toEqual([personal, false]);
  });
});

it('starts a new trace without a trusted proxy, and logs an unavailable collector once', async () => {
  const { opened, its, at } = await served(false);
  const known = collector.spans.length;
  await (await fetch(`${at}/api/utilisateurs/me`, { headers: { traceparent } })).text();
  collector.close();
  const lines = app.logLines.length;
  await opened.close();
  its.closeAllConnections();
  its.close();
  expect(collector.spans.length).toBe(known);
  const logged = app.logLines.slice(lines).filter((line) => line.includes('tracing.'));
  expect(logged).toHaveLength(1);
});
