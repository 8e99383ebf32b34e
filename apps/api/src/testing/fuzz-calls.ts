import { endpoints, identityTypes, type Endpoint, type EndpointId } from '@wasl/contracts';
import { openApiDocument } from '@wasl/contracts/openapi';
import { sampleCompany, sampleOrganisation, samplePerson } from '@wasl/contracts/testing';

import { actors, type Fixture } from './access/fixture.ts';
import type { Row } from './access/row.ts';
import { accessRows } from './access/rows.ts';
import { seededRandom } from './seeded-random.ts';
import { generalExample, nordevExample } from './simulation-forms.ts';
import type { TestClient } from './test-client.ts';

/** One call with one mutation; `body` is JSON text or a form. */
export interface FuzzCall {
  readonly id: EndpointId;
  readonly method: string;
  readonly path: string;
  readonly body: string | FormData | undefined;
  readonly client: 'A' | 'P';
  readonly isInBody: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly format?: string;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

const document = openApiDocument() as unknown as ApiDocument;
const bodySchemas = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, requestBody }) => {
      const [content] = Object.values(requestBody?.content ?? {});
      return [operationId, content?.schema];
    }),
);

export interface ValidCall {
  method: string;
  path: string;
  body?: unknown;
  /** Parts of a form; a JSON part is text. */
  readonly fields: [string, string][];
  readonly files: [string, Buffer, string][];
}

/** Records the call of an access matrix row without sending it. */
async function recordCall(row: Row, fx: Fixture): Promise<ValidCall> {
  const sample: ValidCall = { method: '', path: '', fields: [], files: [] };
  const recorded = {
    field: (name: string, value: string) => (sample.fields.push([name, value]), recorded),
    attach: (name: string, file: Buffer, fileName: string) => (
      sample.files.push([name, file, fileName]),
      recorded
    ),
    then: (use: (answer: { status: number }) => unknown) => use({ status: 0 }),
  };
  const record = (method: string) => (path: string, body?: object) => {
    Object.assign(sample, { method, path, body });
    return recorded;
  };
  const client = {
    get: record('GET'),
    post: record('POST'),
    put: record('PUT'),
    delete: record('DELETE'),
  };
  await row.call(client as unknown as TestClient, fx);
  return sample;
}

/** Values for members that neither the access matrix nor the schema makes valid. */
const members: Partial<Record<EndpointId, object>> = {
  simulate: generalExample,
  simulateNordev: nordevExample,
  changeRequestStatus: { documents: ['BUSINESS_PLAN'] },
  signUpBeneficiary: { organizationDto: null },
  addService: { libelle: 'Étude de marché' },
  sendBackStep: { text: 'Hors de notre zone' },
  sendMessage: { documents: ['a'.repeat(32)] },
};
const identity = { userId: '6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b', typeIdentity: identityTypes[0] };
/** Form parts, as {@link members}. */
const parts: Partial<Record<EndpointId, Record<string, object>>> = {
  uploadIdentity: { info: { ...identity, idExpirationDate: '2036-01-01' } },
};

const textsByFormat: Readonly<Record<string, string>> = {
  date: '2026-03-01',
  uuid: '6f1e1c1a-4a1e-4f6e-9a2b-3c4d5e6f7a8b',
  email: 'a@example.org',
};
const textsByName: Readonly<Record<string, string>> = {
  ...sampleCompany,
  ...samplePerson,
  from: '2026-12-01',
  idExpirationDate: '2036-01-01',
  until: '2026-12-02',
  website: sampleOrganisation.website,
  whatsapp: sampleOrganisation.whatsapp,
};

/** A value of the schema with every member, so that each can be mutated. */
function valueOf(name: string, reference: Schema, depth = 0): unknown {
  const refName = reference.$ref?.split('/').at(-1);
  const schema = refName === undefined ? reference : (document.components.schemas[refName] ?? {});
  if (depth > 8) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant !== undefined) return valueOf(name, variant, depth + 1);
  const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
  if (type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([member, inner]) => [
        member,
        valueOf(member, inner, depth + 1),
      ]),
    );
  if (type === 'array') return [valueOf(name, schema.items ?? {}, depth + 1)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (/password/i.test(name)) return 'Rif#Montagne26';
  if (/mail/i.test(name)) return textsByFormat['email'];
  return textsByName[name] ?? textsByFormat[schema.format ?? ''] ?? 'Besoin';
}

export async function validCall(id: EndpointId, fx: Fixture): Promise<ValidCall> {
  const endpoint: Endpoint = endpoints[id];
  const call = await recordCall(accessRows[id], fx);
  const schema = bodySchemas.get(id);
  if (endpoint.multipart !== undefined) {
    const fields = new Map(call.fields);
    for (const [name, value] of Object.entries(parts[id] ?? {}))
      fields.set(name, JSON.stringify(value));
    return { ...call, fields: [...fields] };
  }
  if (schema === undefined) return call;
  const whole = valueOf('', schema);
  if (Array.isArray(whole)) return { ...call, body: whole };
  return { ...call, body: { ...Object(whole), ...Object(call.body), ...members[id] } };
}

const hostileTexts = [
  '',
  ' ',
  '\\',
  '%',
  '_',
  'a\\%_b\\',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  '👩‍👩‍👧‍👦',
  "' OR 1=1 --",
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '=cmd|x!A1',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e400',
  '2147483648',
  '9007199254740993',
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '٠١٢٣',
  'é'.repeat(20_000),
  'x'.repeat(200_000),
];
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  -0.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 10_000 }, () => 1),
  Array.from({ length: 10_000 }, () => 'x'),
  { a: { b: { c: { d: [] } } } },
  { code: '\\' },
  { contains: '%' },
  { $ne: null },
  ...hostileTexts,
];
// Values that `JSON.stringify` cannot write, as JSON text.
const rawValues = [
  '1e400',
  '-0',
  '{"__proto__":{"a":1}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
];

type Path = readonly (string | number)[];
type Mutation = Pick<FuzzCall, 'path' | 'body'>;
/** Long texts are built only when chosen. */
type Lazy<T> = () => T;

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  if (Array.isArray(value)) {
    if (value.length > 0) yield* pathsOf(value[0], [...path, 0]);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, name]);
}

const placeholder = '\u{1f4cd}';

/** The body as JSON text with another value at the path; undefined removes the member. */
function withText(body: unknown, path: Path, text: string | undefined): string {
  if (path.length === 0) return text ?? '';
  const copy = structuredClone(body);
  let parent = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (text === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = placeholder;
  return JSON.stringify(copy).replace(`"${placeholder}"`, () => text ?? '');
}

function* bodiesOf(body: unknown): Generator<Lazy<string>> {
  for (const path of pathsOf(body)) {
    yield () => withText(body, path, undefined);
    for (const value of hostileValues) yield () => withText(body, path, JSON.stringify(value));
    for (const raw of rawValues) yield () => withText(body, path, raw);
  }
  const text = JSON.stringify(body);
  yield () => text.slice(0, -1);
  for (const name of [...Object.keys(Object(body) as object), 'surplus', 'id', '__proto__'])
    yield () => text.replace(/^\{/, () => `{${JSON.stringify(name)}:[{}],`);
}

const inAddress = (text: string): string => encodeURIComponent(text.slice(0, 4000).toWellFormed());

function addressesOf(endpoint: Endpoint, path: string): string[] {
  const [address = '', search = ''] = path.split('?');
  const parts = address.split('/');
  const made: string[] = [];
  for (const [index, part] of endpoint.path.split('/').entries()) {
    if (!part.startsWith(':')) continue;
    for (const other of [...hostileTexts.map(inAddress), '%', '%ff', '%2e%2e', '%00'])
      made.push(`${parts.with(index, other).join('/')}?${search}`);
  }
  for (const name of [...Object.keys(endpoint.query?.shape ?? {}), '__proto__']) {
    const query = new URLSearchParams(search);
    query.delete(name);
    const repeated = [`${name}=1&${name}=2`, `${name}[a]=1`, `${name}[]=1`, name, `${name}=%ff`];
    for (const more of [
      '',
      ...repeated,
      ...hostileTexts.map((text) => `${name}=${inAddress(text)}`),
    ])
      made.push(`${address}?${query.toString()}&${more}`);
  }
  return made;
}

function formOf(sample: ValidCall, change?: { name: string; value: string | undefined }): FormData {
  const form = new FormData();
  for (const [name, value] of sample.fields) if (name !== change?.name) form.append(name, value);
  if (change?.value !== undefined) form.append(change.name, change.value);
  for (const [name, file, fileName] of sample.files)
    form.append(name, new Blob([new Uint8Array(file)]), fileName);
  return form;
}

function* formsOf(id: EndpointId, sample: ValidCall): Generator<Lazy<FormData>> {
  const { multipart }: Endpoint = endpoints[id];
  const sent = new Map(sample.fields);
  for (const name of [...Object.keys(bodySchemas.get(id)?.properties ?? {}), '__proto__']) {
    yield () => formOf(sample, { name, value: undefined });
    const isJson = multipart?.jsonParts?.includes(name) === true;
    const values = isJson
      ? bodiesOf(JSON.parse(sent.get(name) ?? '{}'))
      : hostileTexts.map((text) => () => text);
    for (const value of values) yield () => formOf(sample, { name, value: value().toWellFormed() });
  }
}

function mutationsOf(
  id: EndpointId,
  sample: ValidCall,
): Record<'address' | 'body', Lazy<Mutation>[]> {
  const endpoint: Endpoint = endpoints[id];
  const { path, body } = sample;
  const isForm = endpoint.multipart !== undefined;
  const whole = () => (isForm ? formOf(sample) : JSON.stringify(body));
  const mutated: Iterable<Lazy<string | FormData>> = isForm ? formsOf(id, sample) : bodiesOf(body);
  return {
    address: addressesOf(endpoint, path).map((other) => () => ({ path: other, body: whole() })),
    body: hasBody(endpoint) ? Array.from(mutated, (other) => () => ({ path, body: other() })) : [],
  };
}

export const hasBody = ({ body, multipart }: Endpoint): boolean =>
  body !== undefined || multipart !== undefined;

/** Calls that end the session or the account that other calls need. */
const lastCalls: readonly EndpointId[] = ['deleteAccount', 'changePassword', 'closeColleague'];

/**
 * Mutated calls of every endpoint, in an order determined by the seed. The first call of an endpoint with a body has a
 * mutated body.
 * @param count total; each endpoint has the same share, at least one
 */
export async function fuzzCalls(fx: Fixture, seed: number, count: number): Promise<FuzzCall[]> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const ids = Object.keys(accessRows) as EndpointId[];
  const perCall = Math.max(1, Math.round(count / ids.length));
  const calls: { readonly order: number; readonly call: FuzzCall }[] = [];
  for (const id of ids) {
    const { statuses } = accessRows[id];
    const sample = await validCall(id, fx);
    const clients = (['A', 'P'] as const).filter((name) => statuses[actors.indexOf(name)] !== 403);
    const { address, body } = mutationsOf(id, sample);
    for (let made = 0; made < perCall; made += 1) {
      const isInBody = body.length > 0 && (made === 0 || random() < 0.7);
      const mutation = pick(isInBody ? body : address);
      const order = lastCalls.includes(id) ? 1 : random();
      const call = { id, method: sample.method, client: pick(clients) ?? 'A', isInBody };
      if (mutation !== undefined) calls.push({ order, call: { ...call, ...mutation() } });
    }
  }
  return calls.sort((a, b) => a.order - b.order).map(({ call }) => call);
}
