import { deviceStore } from '../../lib/drafts/device-store.ts';
import { journeyOpenedKey, pendingJourneyKey } from '../../lib/session/session.ts';

/** Stores the journey of a link until the person can begin the request. */
export function storePendingJourney(id: string): void {
  if (!/^[1-9]\d{0,9}$/.test(id)) return;
  deviceStore.set(pendingJourneyKey, id);
  deviceStore.remove(journeyOpenedKey);
}

export function pendingJourney(): number | null {
  const id = deviceStore.get(pendingJourneyKey);
  return id === null ? null : Number(id);
}

/** Marks the pending journey as opened in this session. @returns false when it was opened before */
export function openPendingJourney(): boolean {
  if (deviceStore.get(journeyOpenedKey) !== null) return false;
  deviceStore.set(journeyOpenedKey, '1');
  return true;
}

/** Call it after the request was created or cancelled. */
export function clearPendingJourney(): void {
  deviceStore.remove(pendingJourneyKey);
}
