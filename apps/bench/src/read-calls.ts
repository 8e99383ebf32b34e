/** Calls of screens, on a filled database. */
import { generalExample, type TestApp } from '../../api/src/testing/index.ts';
import type { Filled } from './fill.ts';
import type { Call } from './measure.ts';
import { send, type Sent } from './processes.ts';

const worklist = '/journeyInstanceProcessingSteps';

/** Calls that the baseline also answers, and calls measured only for their growth. */
export async function readCalls(
  app: TestApp,
  port: number,
  { beneficiaryId, partnerIds }: Filled,
): Promise<Call[]> {
  const large = await app.make.anAgent({ partnerId: partnerIds[0] ?? 0 });
  const token = await app.tokenOf(large);
  const ordinary = await app.tokenOf(await app.make.anAgent({ partnerId: partnerIds[7] ?? 0 }));
  const owner = await app.tokenOf({ id: beneficiaryId });
  const request = await app.db.supportRequest.findFirstOrThrow({
    where: { beneficiaryId, status: 'ENTAME' },
    orderBy: { id: 'desc' },
  });
  const spoken = await app.db.processingStep.findFirstOrThrow({
    where: { partnerId: large.partnerId, messages: { some: {} }, request: { status: 'ENTAME' } },
    orderBy: { id: 'desc' },
  });
  const step = `/processing/step/${String(spoken.id)}`;
  const call = (name: string, sent: Sent): Call => ({
    name,
    compare: 'answers',
    sides: { wasl: () => sent, bare: () => sent },
  });
  const get = (name: string, by: string, path: string): Call =>
    call(name, { method: 'GET', token: by, path });
  const post = (name: string, by: string, path: string, body: object): Call =>
    call(name, { method: 'POST', token: by, path, body: JSON.stringify(body) });
  const list = `${worklist}/filter`;
  const pageOf = (page: number) =>
    send(port, { method: 'POST', token, path: `${list}?page=${String(page)}`, body: '[]' });
  // A page beyond the end returns the total.
  const { totalElements: steps } = JSON.parse((await pageOf(100_000)).text) as {
    totalElements: number;
  };
  const middle = Math.floor((steps - 1) / 16);
  // Cursor of the page after the middle one, as a user who pages through the list has it.
  const position = String((await pageOf(middle)).headers.get('x-next-position'));
  const filtered = (key: string, value: unknown, operation = 'EQUALS') => [
    { key, value, operation },
  ];
  const service = await app.db.referenceItem.findFirstOrThrow({ where: { parent: 'SERVICE' } });
  /** Reads of an adviser's day. */
  const newReads = (by: string, size: string): Call[] => [
    get(`today, ${size}`, by, `${worklist}/today`),
    get(`today with files, ${size}`, by, `${worklist}/today?files=5`),
    get(`desk, ${size}`, by, '/processing/desk'),
    post(`by service, ${size}`, by, list, filtered('service', service.code)),
    post(`by town, ${size}`, by, list, filtered('town', 'tan', 'CONTAINS')),
    post(`by step status, ${size}`, by, list, filtered('stepStatus', 'BLOCKED')),
    post(`sorted by person, ${size}`, by, `${list}?sort=beneficiary,asc`, []),
    post(`sorted by service, ${size}`, by, `${list}?sort=service,asc`, []),
    post(`sorted by deadline, ${size}`, by, `${list}?sort=dueOn,asc`, []),
    post(`by sound, ${size}`, by, list, filtered('search', 'amyna benchekrun', 'CONTAINS')),
    post(`misspelt, ${size}`, by, list, filtered('search', 'alauoi', 'CONTAINS')),
    post(`a need, ${size}`, by, list, filtered('search', 'accompagnement', 'CONTAINS')),
    get(`threads of all, ${size}`, by, '/messages/threads?view=all'),
    get(`search in threads, ${size}`, by, '/messages/threads?search=dossier'),
    post(`counter, rare name, ${size}`, by, '/counter/people', { search: 'amina benchekroun' }),
    post(`counter, common name, ${size}`, by, '/counter/people', { search: 'alaoui' }),
    post(`counter, unknown name, ${size}`, by, '/counter/people', { search: 'benkirane' }),
    get(`statistics, ${size}`, by, '/statistics?from=2026-10-01&to=2026-10-31'),
  ];
  const search = filtered('search', 'amina benchekroun', 'CONTAINS');
  const next = `${String(middle + 1)}&position=${position}`;
  const place = `${worklist}/neighbours?sort=dateRequest,desc&stepId=`;
  const alone = (call: Call): Call => ({ ...call, compare: 'alone' });
  return [
    get('request by id', owner, `/requests/${String(request.id)}`),
    post('beneficiary, first page', owner, '/requests/filter', []),
    post('worklist, largest', token, list, []),
    post('counts, largest', token, `${worklist}/counts`, []),
    get('unread, beneficiary', owner, '/unread'),
    get('unread, largest', token, '/unread'),
    get('messages of a step', token, `${step}/messages`),
    post('steps of a request', owner, `${worklist}/list`, {
      requestId: request.id,
      pageNumber: 0,
      pageSize: 20,
    }),
    post('simulation', owner, '/simulate', generalExample),
    get('a list of codes', token, '/params/paramsByParentI18n/SERVICE'),
    ...[
      post('search, largest', token, list, search),
      post('page in the middle, largest', token, `${list}?page=${String(middle)}`, []),
      post('next page in the middle, largest', token, `${list}?page=${next}`, []),
      get('threads, largest', token, '/messages/threads'),
      post('worklist, ordinary', ordinary, list, []),
      post('counts, ordinary', ordinary, `${worklist}/counts`, []),
      post('place of a file, largest', token, `${place}${String(spoken.id)}`, []),
      ...newReads(token, 'largest'),
      ...newReads(ordinary, 'ordinary'),
    ].map(alone),
  ];
}
