import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

import { ApiError } from '../../lib/http/http.ts';

/** Fields of the server's errors, where the form's names differ. */
export interface FaultPlaces {
  /** Form field by path of the API. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Form field by error code, for errors without a path. */
  readonly codes?: Readonly<Record<string, string>>;
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Field for a path of the API: `partner.areas.0` leads to the field `partner.areas`. */
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

/** Issues of a server error, by field of the form; empty for any other failure. */
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

/** Shows the server's issues at their fields. @returns whether there were any */
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
