/** JSON Schema as our OpenAPI document writes it: only the words that it uses. */
export interface Schema {
  /** Another of the document's schemas, by its name. */
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { name: string; in: 'path' | 'query'; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

/** The part of the OpenAPI document that calls are made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One call to make: `body` is JSON text, or the parts of a form. */
export interface RandomCall {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string | Uint8Array | FormData | null;
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  "' OR 1=1 --",
  '"; DROP TABLE x; --',
  '%',
  '_\\',
  '../../../etc/passwd',
  '..%2f..%2f',
  '<script>alert(1)</script>',
  '{{constructor}}',
  '${7*7}',
  '__proto__',
  'null',
  'NaN',
  '-1',
  '1e400',
  '9'.repeat(400),
  'é'.repeat(5000),
  '٠١٢٣٤٥٦٧٨٩',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  '\r\nSet-Cookie: a=b',
  '=cmd|x!A1',
];
const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 31) - 1,
  1e308,
  [],
  {},
  [[]],
  { $ne: null },
  { contains: '' },
  { set: 1 },
  { toString: 1 },
  ['__proto__'],
];
const plausibleTexts = ['NOUVEAU', 'SERVICE', 'Rif#Montagne26', 'a@example.org', '2026-03-01', 'x'];

/**
 * Makes calls out of the OpenAPI document: right, nearly right and hostile ones, the same for the same seed.
 * @param known values that exist, by the name of the parameter or member, so that calls get beyond 404
 */
export function randomCalls(
  document: ApiDocument,
  seed: number,
  known: Readonly<Record<string, readonly (string | number)[]>>,
): () => RandomCall {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number): boolean => random() < share;

  const { schemas } = document.components;
  const spelledOut = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (schemas[name] ?? {});
  };

  const textOf = (name: string, schema: Schema): string | number => {
    const choices = known[name];
    if (choices !== undefined && chance(0.7)) return pick(choices);
    if (schema.enum !== undefined && chance(0.8)) return String(pick(schema.enum));
    if (schema.type === 'integer' && chance(0.6)) return Math.floor(random() * 50);
    return chance(0.5) ? pick(plausibleTexts) : pick(hostileTexts);
  };

  const valueOf = (name: string, reference: Schema, depth: number): unknown => {
    const schema = spelledOut(reference);
    if (chance(0.04)) return pick(hostileValues);
    if (chance(0.04)) return pick(hostileTexts);
    if (schema.const !== undefined) return schema.const;
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants !== undefined && depth < 8) return valueOf(name, pick(variants), depth + 1);
    const type = Array.isArray(schema.type) ? pick(schema.type as string[]) : schema.type;
    if (type === 'object' || schema.properties !== undefined) {
      const members = Object.entries(schema.properties ?? {}).filter(
        ([member]) => chance(0.95) || schema.required?.includes(member) !== true,
      );
      const made = members.map(([member, inner]) => [member, valueOf(member, inner, depth + 1)]);
      if (chance(0.1)) made.push([pick(['status', 'role', 'id', '__proto__', 'userId']), 1]);
      return Object.fromEntries(made) as unknown;
    }
    if (type === 'array') {
      const length = chance(0.02) ? 300 : Math.floor(random() * 3);
      return Array.from({ length }, () => valueOf(name, schema.items ?? {}, depth + 1));
    }
    if (type === 'boolean') return chance(0.5);
    if (type === 'null') return null;
    if (type === 'integer' || type === 'number') {
      return chance(0.7) ? Math.floor(random() * 120) : pick([-5, 1e12, 0.1, 2_147_483_648]);
    }
    return textOf(name, schema);
  };

  const fileOf = (): Blob =>
    new Blob([
      pick(['%PDF-1.7\n%%EOF', 'email_beneficiaire;besoin\nx;y', 'PK\u0003\u0004', '', 'MZ']),
    ]);

  const formOf = (schema: Schema): FormData => {
    const form = new FormData();
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      if (chance(0.1)) continue;
      const isFile = part.format === 'binary' || part.items?.format === 'binary';
      if (isFile) form.append(name, fileOf(), pick(['a.pdf', 'b.csv', 'c.xlsx', '../d.png', '']));
      else {
        const value = valueOf(name, part, 0);
        form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
      }
    }
    if (chance(0.1)) form.append(pick(['file', 'surplus', '__proto__']), 'x');
    return form;
  };

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  return () => {
    const { path, method, operation } = pick(operations);
    const query = new URLSearchParams();
    let address = path;
    for (const parameter of operation.parameters) {
      const text = String(textOf(parameter.name, parameter.schema)).toWellFormed();
      if (parameter.in === 'path') {
        const encoded = chance(0.95)
          ? encodeURIComponent(text)
          : pick(['%', '%ff', '%00', '%2e%2e']);
        address = address.replace(`{${parameter.name}}`, encoded);
      } else if (chance(0.5)) query.append(parameter.name, text);
    }
    if (chance(0.05))
      query.append(pick(['lang', 'page', '__proto__', 'token']), pick(hostileTexts));
    const search = query.size === 0 ? '' : `?${query.toString().toWellFormed()}`;
    const call = { operation: operation.operationId, method, path: address + search };
    const content = operation.requestBody?.content ?? {};
    const multipart = content['multipart/form-data'];
    const json = content['application/json'];
    if (multipart !== undefined && chance(0.95)) {
      return { ...call, contentType: null, body: formOf(multipart.schema) };
    }
    if (json === undefined && chance(0.95)) return { ...call, contentType: null, body: null };
    const value = json === undefined ? pick(hostileValues) : valueOf('', json.schema, 0);
    const text = JSON.stringify(value);
    const bytes = chance(0.03) ? new Uint8Array([0xff, 0xfe, 0x7b]) : null;
    return {
      ...call,
      contentType: chance(0.97) ? 'application/json' : pick(['text/plain', 'application/xml', 'x']),
      body: bytes ?? (chance(0.03) ? text.slice(0, -1) : text),
    };
  };
}
