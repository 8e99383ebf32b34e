import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { signedToken } from '../../testing/token.ts';

const real = Date.parse('2026-11-25T10:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

/** Loads fresh modules, as a newly opened page does. */
async function openPage() {
  vi.resetModules();
  const [time, session, formats, contracts, drafts, simulation, uploads] = await Promise.all([
    import('./server-time.ts'),
    import('../session/session.ts'),
    import('../format/formats.ts'),
    import('@wasl/contracts'),
    import('../drafts/draft-store.ts'),
    import('../../domain/simulations/pending-simulation.ts'),
    import('../uploads/unfinished-uploads.ts'),
  ]);
  return { ...time, ...session, ...formats, ...contracts, ...drafts, ...simulation, ...uploads };
}
const headerAt = (at: number) => new Date(at).toUTCString();
const tokenFor = (ms: number) => signedToken({ exp: (real + ms) / 1000 });

beforeEach(() => {
  vi.useFakeTimers({ now: real });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['13 hours ahead', 13 * hour],
  ['13 hours behind', -13 * hour],
])('ends a session by the server’s clock on a device that is %s', async (_, offset) => {
  vi.setSystemTime(real + offset);
  const page = await openPage();
  page.updateServerTime(headerAt(real));
  page.startSession(tokenFor(8 * hour));
  expect(page.currentSession()).not.toBeNull();
  vi.advanceTimersByTime(8 * hour - 1000);
  expect(page.currentSession()).not.toBeNull();
  vi.advanceTimersByTime(2000);
  expect(page.currentSession()).toBeNull();
});

it('uses the clock of the previous page before the first response', async () => {
  vi.setSystemTime(real + 13 * hour);
  const first = await openPage();
  first.updateServerTime(headerAt(real));
  first.startSession(tokenFor(8 * hour));
  const next = await openPage();
  expect(next.currentSession()?.email).toBe('amina@example.org');
});

it('notifies subscribers of a correction, and ignores late responses', async () => {
  vi.setSystemTime(real + 13 * hour);
  localStorage.setItem('token', tokenFor(8 * hour));
  const page = await openPage();
  expect(page.currentSession()).toBeNull();
  const listener = vi.fn();
  const stop = page.subscribeToSession(listener);
  page.updateServerTime(headerAt(real));
  expect(listener).toHaveBeenCalledOnce();
  expect(page.currentSession()).not.toBeNull();
  page.updateServerTime(headerAt(real - hour));
  page.updateServerTime(null);
  expect(page.serverNow()).toBe(real);
  expect(listener).toHaveBeenCalledOnce();
  stop();
});

it('is unaffected by a change of the device’s clock', async () => {
  const page = await openPage();
  page.updateServerTime(headerAt(real));
  page.startSession(tokenFor(8 * hour));
  vi.setSystemTime(real + 20 * hour);
  expect(page.currentSession()).not.toBeNull();
});

it('uses the server’s day for fields and for rules', async () => {
  vi.setSystemTime(real + 3 * day);
  const page = await openPage();
  page.updateServerTime(headerAt(real));
  expect(page.today()).toBe('2026-11-25');
  expect(page.birthDate.safeParse('2026-11-26').success).toBe(false);
  expect(page.idExpirationDate.safeParse('2026-11-25').success).toBe(true);
});

it('preserves drafts, a simulation and unfinished uploads on a device that is months ahead', async () => {
  const before = await openPage();
  before.updateServerTime(headerAt(real));
  before.writeDraft('request', { description: 'Un atelier' });
  before.storePendingSimulation('general', { a: 1 });
  await before.unfinishedUploads.addUpload('digest', { uploadUrl: '/u/1' } as never);
  vi.setSystemTime(real + 90 * day);
  const page = await openPage();
  page.updateServerTime(headerAt(real + hour));
  page.cleanUpDrafts();
  expect(page.readDraft('request')?.value).toEqual({ description: 'Un atelier' });
  expect(page.pendingSimulation()?.values).toEqual({ a: 1 });
  expect(await page.unfinishedUploads.findUploadsByFingerprint('digest')).toHaveLength(1);
});
