import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';

/** A flat object schema whose every member has a default: what a bare address means. */
export type StateSchema = z.ZodObject;

/** Reads the state out of an address; a member that cannot be read falls back to its default. */
export function readState<S extends StateSchema>(schema: S, params: URLSearchParams): z.output<S> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((key) => {
      const value = params.get(key);
      return value === null ? [] : [[key, value]];
    }),
  );
  const whole = schema.safeParse(given);
  if (whole.success) return whole.data;
  for (const issue of whole.error.issues) delete given[String(issue.path[0])];
  return schema.parse(given);
}

/** Writes the state into the address, leaving out defaults and empty members; others' members stay. */
export function writeState<S extends StateSchema>(
  schema: S,
  state: z.output<S>,
  params: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const defaults = schema.parse({}) as Record<string, unknown>;
  for (const [key, value] of Object.entries(state as Record<string, unknown>)) {
    const isEmpty = value === undefined || value === null || value === '';
    if (isEmpty || value === defaults[key]) next.delete(key);
    else next.set(key, String(value as string | number | boolean));
  }
  return next;
}

/**
 * Filter, sort and page of a list, kept in the address bar: a reload, the back button and a shared
 * link show the same thing. `set` merges; a new filter should set `page: 0` with it.
 */
export function useUrlState<S extends StateSchema>(
  schema: S,
): readonly [z.output<S>, (patch: Partial<z.output<S>>) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(schema, params), [schema, params]);
  const set = useCallback(
    (patch: Partial<z.output<S>>) => {
      setParams((now) => writeState(schema, { ...readState(schema, now), ...patch }, now));
    },
    [schema, setParams],
  );
  const reset = useCallback(() => {
    setParams((now) => writeState(schema, schema.parse({}), now));
  }, [schema, setParams]);
  return [state, set, reset];
}
