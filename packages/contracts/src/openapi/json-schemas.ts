import { z } from 'zod';

import * as contracts from '../index.ts';
import * as plugins from '../plugins/index.ts';

export type Json = Record<string, unknown>;
/** A schema as referenced by a call (`$ref` where it has a name), and in full. */
export type SchemaOf = (schema: z.ZodType) => { readonly named: Json; readonly whole: Json };

const place = '#/components/schemas/';

/** The contracts' exported objects and unions by component name: `requestView` is `RequestView`. */
function namedSchemas(): Map<z.ZodType, string> {
  const named = new Map<z.ZodType, string>();
  const modules: readonly Readonly<Record<string, unknown>>[] = [
    contracts,
    ...Object.values<Readonly<Record<string, unknown>>>(plugins),
  ];
  for (const [name, value] of modules.flatMap(Object.entries<unknown>)) {
    if (!(value instanceof z.ZodObject || value instanceof z.ZodDiscriminatedUnion)) continue;
    const title = name.replace(/Schema$/, '');
    if (!named.has(value)) named.set(value, `${title.charAt(0).toUpperCase()}${title.slice(1)}`);
  }
  return named;
}

/** JSON Schema cannot express transformations and custom rules, so they are omitted. */
const options = { target: 'draft-2020-12', unrepresentable: 'any', reused: 'inline' } as const;

function plain(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !['$schema', '$id', 'id'].includes(key)),
  );
}

/** Names that a schema refers to directly. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    key === '$ref' && typeof member === 'string' ? [member.slice(place.length)] : refsIn(member),
  );
}

/**
 * Converts schemas to JSON Schema; exported ones become components.
 * @param roots schemas that calls refer to; only components that they need are included
 * @param rename name of a component, to distinguish input and output
 */
export function jsonSchemas(
  roots: readonly z.ZodType[],
  io: 'input' | 'output',
  rename: (name: string) => string = (name) => name,
): { readonly components: Record<string, Json>; readonly schemaOf: SchemaOf } {
  const registry = z.registry<{ id: string }>();
  const ids = new Map<z.ZodType, string>();
  for (const [schema, name] of namedSchemas()) ids.set(schema, rename(name));
  const names = new Set(ids.values());
  for (const root of roots) if (!ids.has(root)) ids.set(root, `root ${String(ids.size)}`);
  for (const [schema, id] of ids) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { ...options, io, uri: (id) => `${place}${id}` });
  const whole = (id: string): Json => plain(made.schemas[id] ?? {});

  const components: Record<string, Json> = {};
  const keep = (name: string): void => {
    if (name in components) return;
    components[name] = whole(name);
    refsIn(components[name]).forEach(keep);
  };
  for (const root of roots) {
    const id = ids.get(root) ?? '';
    if (names.has(id)) keep(id);
    else refsIn(whole(id)).forEach(keep);
  }
  return {
    components,
    schemaOf: (schema) => {
      const id = ids.get(schema) ?? '';
      return { named: names.has(id) ? { $ref: `${place}${id}` } : whole(id), whole: whole(id) };
    },
  };
}

/** A parameter's schema: small, so always in full. */
export function parameterSchema(schema: z.ZodType): Json {
  return plain(z.toJSONSchema(schema, { ...options, io: 'input' }));
}
