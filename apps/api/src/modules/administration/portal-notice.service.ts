import { instantOfWall, langs } from '@wasl/contracts';
import type { NoticeBody, NoticeView } from '@wasl/contracts/administration';

import { administratorActsRepository } from '../../platform/database/administrator-acts.repository.ts';
import { cached } from '../../platform/database/cached.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { ApiError, invalidField } from '../../platform/http/api-error.ts';
import type { Deps } from '../../platform/program/deps.ts';
import { portalNoticeRepository, type NoticeRow } from './portal-notice.repository.ts';

/** Milliseconds before its beginning from which pages know a notice: open pages show it in time. */
const announcedMs = 24 * 3_600_000;

function presentNotice({ id, fromAt, untilAt, ...row }: NoticeRow): NoticeView {
  return {
    id,
    from: fromAt.toISOString(),
    until: untilAt.toISOString(),
    texts: { fr: row.textFr, en: row.textEn, ar: row.textAr, es: row.textEs },
  };
}

/** @param wall `YYYY-MM-DDTHH:mm` in Morocco */
const instantOf = (wall: string): Date => instantOfWall(Date.parse(`${wall}Z`));

/** The administrators' notice to everybody. Servers cache it until any process changes it. */
export function portalNoticeService({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const isOver = ({ untilAt }: NoticeRow): boolean => untilAt <= clock.now();

  return {
    /** The notice that pages show now or within a day, for `/config.json`; its texts by language. */
    async announced(): Promise<(Omit<NoticeView, 'texts'> & { texts: object }) | null> {
      const row = await cached(db, 'portal-notice', async (from) =>
        portalNoticeRepository(from).latest(),
      );
      if (row === null || isOver(row)) return null;
      if (row.fromAt.getTime() > clock.now().getTime() + announcedMs) return null;
      const { texts, ...notice } = presentNotice(row);
      const given = langs.flatMap((lang) => (texts[lang] === null ? [] : [[lang, texts[lang]]]));
      return { ...notice, texts: Object.fromEntries(given) as object };
    },

    /** The notice that is shown, or will be. */
    async read(): Promise<NoticeView | null> {
      const row = await portalNoticeRepository(db).latest();
      return row === null || isOver(row) ? null : presentNotice(row);
    },

    /**
     * Publishes a notice in place of the one before it.
     * @param by e-mail address of the administrator
     * @throws ApiError INVALID_INPUT at `until` for a notice that is over
     */
    async publish({ from, until, texts }: NoticeBody, by: string): Promise<void> {
      const now = clock.now();
      const untilAt = instantOf(until);
      if (untilAt <= now) throw invalidField('until', 'date');
      await inTransaction(db, async (tx) => {
        await portalNoticeRepository(tx).replace({
          fromAt: instantOf(from),
          untilAt,
          textFr: texts.fr,
          textEn: texts.en,
          textAr: texts.ar,
          textEs: texts.es,
          createdAt: now,
        });
        const word = { by, reason: texts.fr };
        await administratorActsRepository(tx).record('NOTICE_PUBLISHED', {}, word, now);
        log.info({ event: 'admin.notice_published', by: 'administrator' });
      });
    },

    /** @throws ApiError NOT_FOUND for a notice that ended, or that another one replaced */
    async end(id: number, by: string): Promise<void> {
      const now = clock.now();
      await inTransaction(db, async (tx) => {
        const reason = await portalNoticeRepository(tx).end(id, now);
        if (reason === undefined) throw new ApiError('NOT_FOUND');
        const word = { by, reason };
        await administratorActsRepository(tx).record('NOTICE_ENDED', {}, word, now);
        log.info({ event: 'admin.notice_ended', notice: id, by: 'administrator' });
      });
    },
  };
}
