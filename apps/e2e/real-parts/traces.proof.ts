import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { traceCollector } from '../../api/src/testing/trace-collector.ts';
import { freePort, madeBefore, repository, until, useServers } from './set-up.ts';

const { app, programs } = useServers();
const collector = madeBefore(traceCollector);
afterAll(() => collector.close());

it('sends traces of calls, statements and jobs to a collector, without personal data', async () => {
  const port = await freePort();
  const server = await programs.startServer(port, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'portail',
  });
  const person = await app.make.aBeneficiary({ email: 'amina.secret@example.org' });
  const { id } = await app.make.aRequest({ beneficiaryId: person.id });
  const token = await app.tokenOf(person);
  const answer = await fetch(
    `http://127.0.0.1:${String(port)}/api/requests/${String(id)}?lang=fr&mark=amina.secret`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const responseText = await answer.text();
  expect(responseText).toContain('amina.secret@example.org');
  // A new portal runs its first jobs by itself.
  await until(() => app.db.backgroundJob.findFirst({ where: { lastSuccessAt: { not: null } } }));
  // Stopping the server sends the remaining traces.
  await programs.end(server);

  const { spans } = collector;
  const call = spans.find(({ name }) => name === 'GET /api/requests/:id');
  expect(call).toMatchObject({ service: 'portail' });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(statements.some(({ name }) => name === 'SELECT')).toBe(true);
  expect(spans.some(({ name }) => name.startsWith('job '))).toBe(true);
  console.log({ spans: spans.length, ofTheCall: statements.length });
  for (const personal of ['amina', 'example.org', 'mark=', token.slice(0, 20)])
    expect([personal, collector.text().includes(personal)]).toEqual([personal, false]);
});

it('does not load OpenTelemetry unless it is configured', async () => {
  for (const program of ['server', 'worker']) {
    const built = await readFile(path.join(repository, `apps/api/dist/${program}.mjs`), 'utf8');
    expect(built).toContain('import("@opentelemetry/api")');
    expect(built).not.toMatch(/^import .*@opentelemetry/m);
    expect(built).not.toMatch(/from\s*["']@opentelemetry/);
  }
});
