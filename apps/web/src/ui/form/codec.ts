import { z } from 'zod';

import type { TypedNumber } from './typed-number.ts';

/** What a field holds for a member of the contract, by what the contract takes. */
type FieldValue<I> = [Extract<I, readonly unknown[]>] extends [never]
  ? [Extract<I, { readonly code: string }>] extends [never]
    ? [Extract<I, number>] extends [never]
      ? [Extract<I, boolean>] extends [never]
        ? [Extract<I, string>] extends [never]
          ? FormValues<I>
          : string extends I
            ? string
            : Extract<I, string> | null
        : 'Oui' | 'Non' | null
      : TypedNumber
    : string | null
  : Extract<I, readonly unknown[]> extends readonly (infer E)[]
    ? [Extract<E, { readonly code: string }>] extends [never]
      ? E[]
      : string[]
    : never;

/** What a form holds for an object of the contract: every field, each empty until it is filled in. */
export type FormValues<T> = { [K in keyof T]-?: FieldValue<NonNullable<T[K]>> };

type Shape = Readonly<Record<string, z.ZodType>>;
type Kind = 'list' | 'code' | 'group' | 'choice' | 'number' | 'text';

/** What a schema reads first, before it is checked and changed: the members of its union, or itself. */
function inputsOf(schema: unknown): unknown[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return inputsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe)
    return inputsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(inputsOf);
  return [schema];
}

function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  return inputsOf(schema).find((input) => input instanceof z.ZodObject);
}

function kindOf(schema: z.ZodType): Kind {
  const inputs = inputsOf(schema);
  const has = (type: abstract new (...never: never[]) => unknown) =>
    inputs.some((input) => input instanceof type);
  if (has(z.ZodArray)) return 'list';
  const group = objectIn(schema);
  if (group !== undefined) return 'code' in group.shape ? 'code' : 'group';
  if (has(z.ZodEnum) || has(z.ZodBoolean)) return 'choice';
  return has(z.ZodNumber) ? 'number' : 'text';
}

const codeIn = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'code' in item ? item.code : item;

function emptyOf(schema: z.ZodType): unknown {
  switch (kindOf(schema)) {
    case 'list':
      return [];
    case 'group':
      return mapShape(objectIn(schema)?.shape ?? {}, emptyOf);
    case 'code':
    case 'choice':
      return null;
    default:
      return '';
  }
}

/** What a field holds for what the server answered. */
function fieldOf(schema: z.ZodType, wire: unknown): unknown {
  if (wire === null || wire === undefined) return emptyOf(schema);
  switch (kindOf(schema)) {
    case 'list': {
      const items: readonly unknown[] = Array.isArray(wire)
        ? wire
        : typeof wire === 'string'
          ? wire.split(',').filter((code) => code !== '')
          : [];
      return items.map(codeIn);
    }
    case 'group':
      return mapShape(objectIn(schema)?.shape ?? {}, fieldOf, wire);
    default:
      return codeIn(wire);
  }
}

/** A code as it is sent: bare, or as `{code}`. The contract takes both. */
type SendCode = (code: string) => string | { readonly code: string };

/** What is sent for what a field holds: an empty text is nothing where nothing may be sent. */
function sentFor(sendCode: SendCode) {
  return (schema: z.ZodType, value: unknown): unknown => {
    switch (kindOf(schema)) {
      case 'group':
        if (typeof value !== 'object' || value === null) return value;
        return mapShape(objectIn(schema)?.shape ?? {}, sentFor(sendCode), value);
      case 'code':
        return typeof value === 'string' ? sendCode(value) : value;
      case 'text': {
        const isBlank = typeof value === 'string' && value.trim() === '';
        return isBlank && schema.safeParse(null).success ? null : value;
      }
      default:
        return value;
    }
  };
}

function mapShape(
  shape: z.core.$ZodShape,
  change: (schema: z.ZodType, value: unknown) => unknown,
  values: object = {},
): Record<string, unknown> {
  const members = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      change(schema as z.ZodType, members[name]),
    ]),
  );
}

/**
 * A form of an object of the contract: its empty fields, its fields of what the server knows, and what is sent of its
 * fields. What the contract does not name is left out.
 */
export function formCodec<S extends Shape>(
  object: z.ZodObject<S>,
  sendCode: SendCode = (code) => code,
) {
  type Wire = z.input<z.ZodObject<S>>;
  type Values = FormValues<Wire>;
  const { shape } = object;
  return {
    empty: mapShape(shape, emptyOf) as Values,
    valuesOf: (wire: Readonly<Partial<Record<keyof S, unknown>>>) =>
      mapShape(shape, fieldOf, wire) as Values,
    /** Of a form without faults: a required choice is made. */
    wireOf: (values: Readonly<Record<keyof S, unknown>>) =>
      mapShape(shape, sentFor(sendCode), values) as Wire,
  };
}
