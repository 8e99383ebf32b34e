import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

import { ApiError } from '../../lib/http/http.ts';

/** Where faults of the server belong when the form's fields are named otherwise. */
export interface FaultPlaces {
  /** Paths of the wire against fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The field at fault where the whole is refused with a code alone. */
  readonly codes?: Readonly<Record<string, string>>;
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The field a path of the wire leads to: `partner.areas.0` is the field `partner.areas`. */
export function fieldAt(values: unknown, path: string, { fields = {} }: FaultPlaces = {}): string {
  const own = fields[path];
  if (own !== undefined) return own;
  const names = path.split('.');
  let here = values;
  for (const [index, name] of names.entries()) {
    if (!isGroup(here)) return names.slice(0, index).join('.');
    here = here[name];
  }
  return path;
}

/** What the server found, by the fields of the form with these values; empty for any other failure. */
export function serverFaults(
  error: unknown,
  values: unknown,
  places: FaultPlaces = {},
): { field: string; message: string }[] {
  if (!(error instanceof ApiError)) return [];
  const given = error.errors.flatMap((fault) =>
    'path' in fault ? [{ field: fieldAt(values, fault.path, places), message: fault.message }] : [],
  );
  const field = places.codes?.[error.code];
  return given.length > 0 || field === undefined ? given : [{ field, message: error.message }];
}

/** Puts what the server found beside its fields. Answers whether there was something to put. */
export function applyServerErrors<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
  places?: FaultPlaces,
): boolean {
  const faults = serverFaults(error, form.getValues(), places);
  for (const { field, message } of faults)
    form.setError(field as Path<T>, { type: 'server', message });
  return faults.length > 0;
}
