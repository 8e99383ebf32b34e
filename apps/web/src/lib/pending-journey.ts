const key = 'idparcoure';

/** Notes the journey a link asked for; it waits until the person can begin the request. */
export function storePendingJourney(id: string): void {
  if (/^[1-9]\d{0,9}$/.test(id)) localStorage.setItem(key, id);
}

/** The journey waiting, or null. */
export function pendingJourney(): number | null {
  const id = localStorage.getItem(key);
  return id === null ? null : Number(id);
}

/** After the request was created. */
export function clearPendingJourney(): void {
  localStorage.removeItem(key);
}
