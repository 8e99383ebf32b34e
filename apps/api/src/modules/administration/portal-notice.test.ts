import { wireDateTime } from '@wasl/contracts';
import type { ActView, NoticeView } from '@wasl/contracts/administration';
import { beforeEach, describe, expect, it } from 'vitest';

import { movableClock } from '../../testing/account-samples.ts';
import { anAdministrator } from '../../testing/administrators.ts';
import { madeBefore, useTestApp } from '../../testing/index.ts';
import { useOtherProcess } from '../../testing/other-process.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const clock = movableClock({ isFrozen: true });
const app = useTestApp({ clock, isListening: true });
const other = useOtherProcess(app);
const me = madeBefore(() => anAdministrator(app));
beforeEach(() => app.db.portalNotice.deleteMany());

const hour = 3600;
/** Wall-clock time in Morocco, in this number of seconds. */
const inSeconds = (seconds: number): string =>
  wireDateTime(new Date(clock.now().getTime() + seconds * 1000))
    .replace(' ', 'T')
    .replaceAll('/', '-');
const texts = { fr: 'Maintenance ce soir', en: 'Maintenance tonight', ar: '', es: null };
const publish = (from: number, until: number, given: object = texts) =>
  me.client.post('/admin/notice', {
    from: inSeconds(from),
    until: inSeconds(until),
    texts: given,
  });
const current = async () =>
  (
    (await me.client.get('/admin/notice').expect(200)).body as {
      notice: NoticeView | null;
    }
  ).notice;
async function shown(baseUrl = app.baseUrl) {
  for (const { signals } of [app.deps, other.deps]) await signals.waitUntilSynced();
  const answer = await fetch(`${baseUrl}/config.json`);
  return ((await answer.json()) as { notice?: NoticeView }).notice;
}

describe('a notice to all users', () => {
  it('is part of the configuration of every server process until an administrator ends it', async () => {
    expect(await shown()).toBeUndefined();
    expect(await shown(other.baseUrl)).toBeUndefined();
    await publish(-60, hour).expect(200);
    const notice = await shown();
    expect(notice).toMatchObject({ texts: { fr: texts.fr, en: texts.en } });
    expect(Object.keys(notice?.texts ?? {})).toEqual(['fr', 'en']);
    expect(await shown(other.baseUrl)).toEqual(notice);
    const statements = watchStatements();
    await shown(other.baseUrl);
    expect(statements.filter((text) => text.includes('portal_notices'))).toEqual([]);

    await me.client.post('/admin/notice/end', { id: notice?.id }).expect(200);
    expect(await shown()).toBeUndefined();
    expect(await shown(other.baseUrl)).toBeUndefined();
    expect(await current()).toBeNull();
    await me.client.post('/admin/notice/end', { id: notice?.id }).expect(404);
    const { rows } = (await me.client.get('/admin/history').expect(200)).body as {
      rows: ActView[];
    };
    expect(rows.slice(0, 2)).toMatchObject([
      { kind: 'NOTICE_ENDED', by: me.email, reason: texts.fr },
      { kind: 'NOTICE_PUBLISHED', by: me.email, reason: texts.fr },
    ]);
  });

  it('is announced a day before, and ends automatically', async () => {
    await publish(26 * hour, 28 * hour).expect(200);
    expect(await shown()).toBeUndefined();
    expect(await current()).toMatchObject({ texts: { fr: texts.fr, ar: null, es: null } });
    clock.advance(2 * hour + 60);
    expect(Date.parse((await shown())?.from ?? '')).toBeGreaterThan(clock.now().getTime());
    clock.advance(26 * hour);
    expect(await shown()).toBeUndefined();
  });

  it('replaces the previous notice', async () => {
    await publish(-60, hour).expect(200);
    const before = await shown();
    await publish(-60, 2 * hour, { fr: 'Autre avis' }).expect(200);
    const after = await shown();
    expect(after?.texts).toEqual({ fr: 'Autre avis' });
    expect(after?.id).not.toBe(before?.id);
    await me.client.post('/admin/notice/end', { id: before?.id }).expect(404);
    expect(await shown()).toEqual(after);
  });

  it.each([
    ['without a French text', 0, hour, { fr: ' ' }, 'texts.fr'],
    ['that ends before it begins', hour, 60, texts, 'until'],
    ['that is over', -2 * hour, -hour, texts, 'until'],
    ['with a long text', 0, hour, { fr: 'x'.repeat(301) }, 'texts.fr'],
  ])('%s is refused', async (_, from, until, given, field) => {
    const { body } = await publish(from, until, given).expect(400);
    expect(JSON.stringify(body)).toContain(`"${field}"`);
    expect(await current()).toBeNull();
  });
});
