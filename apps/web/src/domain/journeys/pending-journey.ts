import { deviceStore } from '../../lib/device-store.ts';
import { pendingJourneyKey } from '../../lib/session.ts';

/** Notes the journey a link asked for; it waits until the person can begin the request. */
export function storePendingJourney(id: string): void {
  if (/^[1-9]\d{0,9}$/.test(id)) deviceStore.set(pendingJourneyKey, id);
}

/** The journey waiting, or null. */
export function pendingJourney(): number | null {
  const id = deviceStore.get(pendingJourneyKey);
  return id === null ? null : Number(id);
}

/** After the request was created. */
export function clearPendingJourney(): void {
  deviceStore.remove(pendingJourneyKey);
}
