import type { Fixture, Statuses } from './fixture.ts';
import type { TestClient } from '../test-client.ts';

/** A call, and the expected status for each actor of the fixture, in order. */
export interface Row {
  readonly call: (client: TestClient, fx: Fixture) => PromiseLike<{ status: number }>;
  readonly statuses: Statuses;
}

type Call = Row['call'];
const row = (call: Call, ...statuses: Statuses): Row => ({ call, statuses });

export const onlyBeneficiaries = (b: number, a: number, call: Call): Row =>
  row(call, 401, 403, 403, b, 403, 403, a);
export const onlyPartners = (q: number, p: number, call: Call): Row =>
  row(call, 401, 403, 403, 403, q, p, 403);
export const both = (b: number, q: number, p: number, a: number, call: Call): Row =>
  row(call, 401, 403, 403, b, q, p, a);
export const everybody = (s: number, call: Call): Row => row(call, s, s, s, s, s, s, s);

export const dto = (fx: Fixture) =>
  JSON.stringify({ description: 'Besoin', services: [fx.service] });
