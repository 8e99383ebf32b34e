// @module-tag slow

import { createHash } from 'node:crypto';

import { endpoints } from '@wasl/contracts';
import {
  type GeneralRuleSet,
  type NordevRuleSet,
  type Scheme,
  simulateGeneral,
  simulateNordev,
} from '@wasl/premium';
import { randomForms } from '@wasl/premium/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Actor } from '../../platform/auth/actor.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { parseInput } from '../../platform/http/parse.ts';
import { useTestApp } from '../../testing/index.ts';
import { simulationsHandlers } from './simulations.routes.ts';

const today = new Date('2026-03-01T12:00:00Z');
const app = useTestApp({ clock: { now: () => today } });
beforeAll(() => app.make.theRuleSets());

/** `npm run fuzz` calculates ten times as many. */
const count = Number(process.env.RANDOM_FORMS ?? 1000);
const words = { intituleProjet: 'Projet', consistanceProjet: 'Un projet', terrainNu: true };

/** The real calls without the hourly quota, a statement per form and a row per result. */
function callsWithoutRows(): (id: 'simulate' | 'simulateNordev', form: object) => Promise<unknown> {
  const rows = new Map<string, unknown>();
  const db = new Proxy(app.db, {
    get: (target, name): unknown => {
      if (name !== '$queryRawUnsafe') return Reflect.get(target, name);
      // The rules in force are the same for all calls.
      return async (text: string, ...values: unknown[]) => {
        if (text.startsWith('insert into "simulations"')) return [{ id: 1 }];
        const key = JSON.stringify([text, values]);
        if (!rows.has(key)) rows.set(key, await target.$queryRawUnsafe(text, ...values));
        return rows.get(key);
      };
    },
  });
  const limits = { ...app.deps.limits, consume: () => Promise.resolve(0) };
  const handlers = simulationsHandlers({ ...app.deps, db, limits });
  const actor = { userId: '1', role: 'BENEFICIAIRE' } as Actor;
  return async (id, form) => {
    const body: unknown = JSON.parse(JSON.stringify({ ...form, ...words }));
    const input = { actor, ...parseInput(endpoints[id], { params: {}, query: {}, body }) };
    try {
      // The schemas of this call made the input.
      const reply = await handlers[id](input as never);
      return 'body' in reply ? reply.body : null;
    } catch (error) {
      if (error instanceof ApiError) return error.options.details;
      throw error;
    }
  };
}

describe('the rules for simulations without an account', () => {
  it('can be cached for a minute, and are not sent again while unchanged', async () => {
    for (const scheme of ['general', 'nordev']) {
      const first = await app.anonymous.get(`/premiumRules/${scheme}`).expect(200);
      expect(first.headers['cache-control']).toBe('public, max-age=60');
      const again = await app.anonymous
        .get(`/premiumRules/${scheme}`)
        .set('if-none-match', String(first.headers.etag))
        .expect(304);
      expect(again.text).toBe('');
    }
  });

  it('return the same results as the API calls for random forms', async () => {
    const rulesOf = async (scheme: Scheme): Promise<unknown> =>
      (await app.anonymous.get(`/premiumRules/${scheme}`).expect(200)).body;
    const general = (await rulesOf('general')) as GeneralRuleSet;
    const nordev = (await rulesOf('nordev')) as NordevRuleSet;
    const answerOf = callsWithoutRows();
    const forms = randomForms(20_261_123, general, nordev);
    const [page, call] = [createHash('sha256'), createHash('sha256')];
    let refused = 0;
    for (let done = 0; done < count; done += 2) {
      const form = forms.general();
      const here = simulateGeneral(form, general);
      if (here.kind === 'invalid') throw new Error('A random form is one that can be computed');
      if (here.kind === 'refused') refused += 1;
      page.update(
        JSON.stringify(
          here.kind === 'refused'
            ? here.refusal
            : { ...here.result, simulationPrimeId: 1, details: here.details },
        ),
      );
      call.update(JSON.stringify(await answerOf('simulate', form)));

      const other = forms.nordev();
      const there = simulateNordev(other, nordev);
      if (there.kind === 'invalid') throw new Error('A random form is one that can be computed');
      const data = { ...there.result, simulationPrimeNordevId: 1, details: there.details };
      page.update(JSON.stringify({ data }));
      call.update(JSON.stringify(await answerOf('simulateNordev', other)));
    }
    expect(page.digest('hex')).toBe(call.digest('hex'));
    // Both outcomes occur: of the forms of this scheme, 2 % to 98 % are refused.
    expect(refused).toBeGreaterThan(count / 100);
    expect(refused).toBeLessThan(0.49 * count);
  });
});
