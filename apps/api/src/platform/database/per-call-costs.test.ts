import { KeyObject } from 'node:crypto';

import jwt from 'jsonwebtoken';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';

import { saveStep, testSecret, useTestApp } from '../../testing/index.ts';
import { sessionTokens } from '../auth/session-tokens.ts';
import { systemClock } from '../program/clock.ts';

/** Work that each call would repeat. Each of these cost more than the call's own statement. */
describe('work that is not repeated for each call', () => {
  const app = useTestApp();

  it('includes parsing of the token key: the library receives a prepared key', () => {
    const tokens = sessionTokens(testSecret, systemClock);
    const [signed, verified] = [vi.spyOn(jwt, 'sign'), vi.spyOn(jwt, 'verify')];
    const token = tokens.sign({
      email: 'a@example.org',
      name: 'A',
      role: 'BENEFICIAIRE',
      userId: '00000000-0000-4000-8000-000000000000',
      sessionId: '00000000-0000-4000-8000-000000000001',
      sessionVersion: 0,
    });
    expect(tokens.verify(token)?.uid).toBe('00000000-0000-4000-8000-000000000000');
    tokens.verify(token);
    const keys = [...signed.mock.calls, ...verified.mock.calls].map((args) => args[1] as unknown);
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(key).toBeInstanceOf(KeyObject);
    expect(new Set(keys).size).toBe(1);
  });

  it('includes planning of a statement: its name depends only on its text', async () => {
    const agent = await app.make.anAgent();
    const step = await app.make.aStep({ partnerId: agent.partnerId });
    const client = await app.as(agent);
    const sent: { readonly text: string; readonly name: string | undefined }[] = [];
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: unknown,
      ...args: unknown[]
    ) {
      const [first] = args as [{ text?: string; name?: string } | string];
      const config = typeof first === 'string' ? { text: first } : first;
      sent.push({ text: config.text ?? '', name: 'name' in config ? config.name : undefined });
      return query.apply(this, args);
    });
    for (const percent of [10, 20]) {
      await client.post('/journeyInstanceProcessingSteps/filter', []).expect(200);
      await saveStep(client, step.id, 'IN_PROGRESS', percent).expect(200);
    }
    const own = (part: string): { names: (string | undefined)[]; texts: number } => {
      const found = sent.filter(({ text }) => text.includes(part));
      return {
        names: [...new Set(found.map(({ name }) => name))],
        texts: new Set(found.map(({ text }) => text)).size,
      };
    };
    // A screen's read, a lock, and the reads that decide on the change: identical both times.
    for (const part of [
      'json_agg("t" order by "t"."place"',
      'for update of "r"',
      '"documentTypes"',
    ]) {
      const { names, texts } = own(part);
      expect(texts, part).toBe(1);
      expect(names, part).toEqual([expect.stringMatching(/^p[0-9a-f]{20}$/)]);
    }
    // The text depends on the changed columns, never on values.
    const { names, texts } = own('update "processing_steps" as "s" set');
    expect(names).toHaveLength(texts);
    for (const name of names) expect(name).toMatch(/^p[0-9a-f]{20}$/);
  });

  it('includes the access log of a file: the calls of one page write one row', async () => {
    const agent = await app.make.anAgent();
    const step = await app.make.aStep({ partnerId: agent.partnerId });
    const other = await app.make.aStep({ partnerId: agent.partnerId });
    const client = await app.as(agent);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const open = async (id: number): Promise<number> => {
      query.mockClear();
      await client.get(`/processing/steps/${String(id)}/file`).expect(200);
      await client.get(`/journeyInstanceProcessingSteps/documents/${String(id)}`).expect(200);
      return query.mock.calls.filter((args) => JSON.stringify(args).includes('record_accesses'))
        .length;
    };
    expect([await open(step.id), await open(step.id), await open(other.id)]).toEqual([1, 0, 1]);
  });
});
