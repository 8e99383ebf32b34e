import { endpoints, hasPermission, type Endpoint, type EndpointId } from '@wasl/contracts';
import type { Response } from 'supertest';

import type { TestClient } from './test-client.ts';

const bodies: Partial<Record<EndpointId, object>> = {
  filterRequests: [],
  searchPartners: {},
  searchJourneyDefs: {},
  listSteps: { pageNumber: 0, pageSize: 200 },
  filterWorklist: [],
  countWorklist: [],
  exportWorklist: [],
  findNeighbours: [],
};
const names: Readonly<Record<string, string>> = {
  run: '6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b',
  parent: 'SERVICE',
  // An address that does not exist: deliveries are only readable by its own organisation.
  webhookId: '6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b',
};
const period = 'from=2026-01-01&to=2026-12-31';
/** Required queries; `{stepId}` is replaced with the step's id. */
const queries: Partial<Record<EndpointId, string>> = {
  exportWorklist: '?format=csv',
  findNeighbours: '?stepId={stepId}',
  getStatistics: `?${period}`,
  exportStatistics: `?${period}&format=csv`,
};
/** Calls without request data that need a key or rules, or that do not end. */
const aside: readonly EndpointId[] = [
  'checkResetToken',
  'followChanges',
  'getPartnerLogo',
  'getPremiumRules',
];

/** Every call by which an agent can read data: those by id, and every list. New calls are included automatically. */
export function partnerReadCalls(): [EndpointId, Endpoint][] {
  return (Object.entries(endpoints) as [EndpointId, Endpoint][]).filter(
    ([id, { method, permission }]) =>
      !aside.includes(id) &&
      (method === 'get' || id in bodies) &&
      (permission === 'public' || hasPermission('PARTENAIRE', permission)),
  );
}

export interface ReadTarget {
  readonly requestId: number;
  readonly stepId: number;
  /** Opaque keys of a file of the request and of one of the step. */
  readonly requestFileKey: string;
  readonly stepFileKey: string;
}

export function namesOneThing(id: EndpointId, { path }: Endpoint): boolean {
  return (
    id === 'listSteps' ||
    id === 'findNeighbours' ||
    isOfStep(path) ||
    path.startsWith('/downloadFile') ||
    path.startsWith('/requests/:')
  );
}

const isOfStep = (path: string): boolean => /Steps\/documents|\/steps?\//i.test(path);

/** Makes one read call on the given request, step and files. */
export async function readAs(
  client: TestClient,
  [id, { method, path }]: [EndpointId, Endpoint],
  { requestId, stepId, requestFileKey, stepFileKey }: ReadTarget,
): Promise<Response> {
  const file = id === 'downloadFileStep' ? stepFileKey : requestFileKey;
  const idOfPath = String(isOfStep(path) ? stepId : requestId);
  const address =
    path.replace(
      /:(\w+)/g,
      (_, member: string) => (path.startsWith('/downloadFile') ? file : names[member]) ?? idOfPath,
    ) + (queries[id] ?? '').replace('{stepId}', String(stepId));
  const body = bodies[id];
  return method === 'get'
    ? await client.get(address).buffer(true)
    : await client.post(address, Array.isArray(body) ? body : { ...body, requestId });
}

export function allOf({ text, body, headers }: Response): string {
  return text + JSON.stringify(body) + JSON.stringify(headers);
}
