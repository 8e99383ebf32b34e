import { deviceStore } from '../../lib/drafts/device-store.ts';
import { serverNow } from '../../lib/http/server-time.ts';
import { pendingSimulationKey } from '../../lib/session/session.ts';

export type Scheme = 'general' | 'nordev';

/** A simulation made without an account, to be saved in one. */
export interface PendingSimulation {
  readonly scheme: Scheme;
  /** Values of the form at the computation. */
  readonly values: unknown;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Whether to request support with the simulation after it is saved. */
  readonly isForRequest?: boolean;
}

export const newRequestAddress = (id: number): string => `/newRequest?simulation=${String(id)}`;

/** Equal to the limit of anonymous drafts: any user of the device may sign in. */
const maxAgeMs = 7 * 24 * 3_600_000;

/** Stores a computed simulation for the next sign-up or sign-in. @returns whether it outlives the page */
export function storePendingSimulation(
  scheme: Scheme,
  values: unknown,
  { isForRequest = false } = {},
): boolean {
  const pending: PendingSimulation = { scheme, values, savedAt: serverNow(), isForRequest };
  return deviceStore.set(pendingSimulationKey, JSON.stringify(pending));
}

export function pendingSimulation(now = serverNow()): PendingSimulation | null {
  try {
    const given = JSON.parse(
      deviceStore.get(pendingSimulationKey) ?? 'null',
    ) as Partial<PendingSimulation> | null;
    const isKnown = given?.scheme === 'general' || given?.scheme === 'nordev';
    const isWhole = isKnown && typeof given.values === 'object' && given.values !== null;
    if (!isWhole || typeof given.savedAt !== 'number') return null;
    return now - given.savedAt < maxAgeMs ? (given as PendingSimulation) : null;
  } catch {
    return null;
  }
}

/** Call it after the simulation was saved or can no longer be saved. */
export function clearPendingSimulation(): void {
  deviceStore.remove(pendingSimulationKey);
}
