import { queryRows } from '@wasl/tooling/testing';

import { expect, test as withPortal } from '../server.ts';
import { tokenOf } from '../signed-in.ts';
import { type Caller, caller, type Raw, raw } from './attacker.ts';

export const amina = 'amina@example.org';
export const cooperative = 'nord.cooperative@example.org';
export const criAgent = 'agent.cri@example.org';
export const ccisAgent = 'agent.ccis@example.org';

type Rows = <T extends Record<string, unknown>>(
  sql: string,
  values?: readonly unknown[],
) => Promise<T[]>;

export interface AttackFixture {
  readonly url: string;
  /** Two persons, agents of two organisations, and a caller without a session. */
  readonly people: Readonly<Record<'amina' | 'other' | 'cri' | 'ccis' | 'anonymous', Caller>>;
  readonly query: Rows;
  /** First row; throws without one, because an attempt on missing data proves nothing. */
  readonly firstRow: <T extends Record<string, unknown>>(
    sql: string,
    values?: readonly unknown[],
  ) => Promise<T>;
  readonly userOf: (email: string) => Promise<{
    id: string;
    role: string;
    partner_id: number | null;
    is_responsible: boolean;
  }>;
}

/** A story on the attacks' own portal; it ends with a check that the server still runs. */
export const test = withPortal.extend<{ ground: AttackFixture }>({
  ground: async ({ portal, request }, use) => {
    const { url, databaseUrl } = portal;
    const as = async (email: string) => caller(url, await tokenOf(request, url, email));
    const ask: AttackFixture['query'] = (sql, values = []) => queryRows(databaseUrl, sql, values);
    const one: AttackFixture['firstRow'] = async (sql, values) => {
      const [row] = await queryRows(databaseUrl, sql, values ?? []);
      if (row === undefined) throw new Error(`nothing found: ${sql}`);
      return row as never;
    };
    await use({
      url,
      people: {
        amina: await as(amina),
        other: await as(cooperative),
        cri: await as(criAgent),
        ccis: await as(ccisAgent),
        anonymous: caller(url, null),
      },
      query: ask,
      firstRow: one,
      userOf: (email) =>
        one('SELECT id::text, role::text, partner_id, is_responsible FROM users WHERE email = $1', [
          email,
        ]),
    });
    expect((await raw(url, '/api/health/live')).status, 'the server lives').toBe(200);
  },
});
export { expect } from '../server.ts';

export const statusesOf = (answers: readonly Raw[]) => answers.map(({ status }) => status);
/** Refused by a rule of the portal, instead of a server error. */
export const isRefused = ({ status }: Raw) => status >= 400 && status < 500;
