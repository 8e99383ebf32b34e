import { deviceStore } from '../../lib/drafts/device-store.ts';
import { serverNow } from '../../lib/http/server-time.ts';
import { pendingSimulationKey } from '../../lib/session/session.ts';

export type Scheme = 'general' | 'nordev';

/** A simulation made without an account, on its way into one. */
export interface PendingSimulation {
  readonly scheme: Scheme;
  /** The form as it was computed. */
  readonly values: unknown;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  /** Once it is kept, support is asked for with it. */
  readonly isForRequest?: boolean;
}

/** Where support is asked for with a kept simulation. */
export const requestFor = (id: number): string => `/newRequest?simulation=${String(id)}`;

/** As long as the draft of a sign-up waits: anybody at the device may sign in. */
const maxAge = 7 * 24 * 3_600_000;

/** Notes what was computed for the account that is signed up for or into next. Answers whether it outlives the page. */
export function storePendingSimulation(
  scheme: Scheme,
  values: unknown,
  { isForRequest = false } = {},
): boolean {
  const pending: PendingSimulation = { scheme, values, savedAt: serverNow(), isForRequest };
  return deviceStore.set(pendingSimulationKey, JSON.stringify(pending));
}

/** The simulation waiting, or null. */
export function pendingSimulation(now = serverNow()): PendingSimulation | null {
  try {
    const given = JSON.parse(
      deviceStore.get(pendingSimulationKey) ?? 'null',
    ) as Partial<PendingSimulation> | null;
    const isKnown = given?.scheme === 'general' || given?.scheme === 'nordev';
    const isWhole = isKnown && typeof given.values === 'object' && given.values !== null;
    if (!isWhole || typeof given.savedAt !== 'number') return null;
    return now - given.savedAt < maxAge ? (given as PendingSimulation) : null;
  } catch {
    return null;
  }
}

/** After it was kept, or can never be. */
export function clearPendingSimulation(): void {
  deviceStore.remove(pendingSimulationKey);
}
