import type { TypedNumber } from './typed-number.ts';

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

/** Form values for a contract object: every field is present, and empty until filled in. */
export type FormValues<T> = { [K in keyof T]-?: FieldValue<NonNullable<T[K]>> };

/** Field shape without its schema (`shape-of.ts`). */
export type FieldShape =
  | { readonly kind: 'list' | 'code' | 'choice' | 'number' }
  /** `takesNull`: '' is sent as null. */
  | { readonly kind: 'text'; readonly takesNull?: true }
  | GroupShape;

export interface GroupShape {
  readonly kind: 'group';
  readonly members: Readonly<Record<string, FieldShape>>;
}

const codeIn = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'code' in item ? item.code : item;

function emptyOf(shape: FieldShape): unknown {
  switch (shape.kind) {
    case 'list':
      return [];
    case 'group':
      return mapMembers(shape, emptyOf);
    case 'code':
    case 'choice':
      return null;
    default:
      return '';
  }
}

function fieldOf(shape: FieldShape, wire: unknown): unknown {
  if (wire === null || wire === undefined) return emptyOf(shape);
  switch (shape.kind) {
    case 'list': {
      const items: readonly unknown[] = Array.isArray(wire)
        ? wire
        : typeof wire === 'string'
          ? wire.split(',').filter((code) => code !== '')
          : [];
      return items.map(codeIn);
    }
    case 'group':
      return mapMembers(shape, fieldOf, wire);
    default:
      return codeIn(wire);
  }
}

/** Sends a code bare or as `{code}`. The contract accepts both. */
export type SendCode = (code: string) => string | { readonly code: string };

/** Converts a field value for sending: '' becomes null where the contract accepts null. */
function sentFor(sendCode: SendCode) {
  return (shape: FieldShape, value: unknown): unknown => {
    switch (shape.kind) {
      case 'group':
        if (typeof value !== 'object' || value === null) return value;
        return mapMembers(shape, sentFor(sendCode), value);
      case 'code':
        return typeof value === 'string' ? sendCode(value) : value;
      case 'text': {
        const isBlank = typeof value === 'string' && value.trim() === '';
        return isBlank && shape.takesNull === true ? null : value;
      }
      default:
        return value;
    }
  };
}

function mapMembers(
  { members }: GroupShape,
  change: (shape: FieldShape, value: unknown) => unknown,
  values: object = {},
): Record<string, unknown> {
  const given = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(members).map(([name, shape]) => [name, change(shape, given[name])]),
  );
}

/**
 * Codec of a contract object: empty fields, fields from the server's values, and the body to send. Members outside the
 * contract are left out.
 */
export function codecOf<Wire extends object>(
  shape: GroupShape,
  sendCode: SendCode = (code) => code,
) {
  return {
    empty: mapMembers(shape, emptyOf) as FormValues<Wire>,
    valuesOf: (wire: Readonly<Partial<Record<keyof Wire, unknown>>>) =>
      mapMembers(shape, fieldOf, wire) as FormValues<Wire>,
    /** Expects a form without errors, so required choices are set. */
    wireOf: (values: Readonly<Record<keyof Wire, unknown>>) =>
      mapMembers(shape, sentFor(sendCode), values) as Wire,
  };
}
