import type { Lang } from '@wasl/contracts';
import { useEffect } from 'react';

import { Logo } from '../ui/logo.tsx';
import { seenList } from '../lib/routing/seen-list.ts';
import frame from '../theme/frame.module.css';
import styles from './offline.module.css';
import { ownDrafts } from './own-drafts.ts';
import type { Translate } from './offline-texts.ts';

const again = () => window.location.reload();
/** Milliseconds between two checks whether the server is reachable. */
const checkIntervalMs = 5000;

/** Formats a moment as dd/MM/yyyy HH:mm in Latin digits, as the whole portal does. */
function momentOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getDate())}/${two(date.getMonth() + 1)}/${String(date.getFullYear())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Replaces every page while offline: shows the last list and the drafts, read-only. */
export function OfflinePage({
  t,
  lang,
  isSignedIn,
}: {
  t: Translate;
  lang: Lang;
  isSignedIn: boolean;
}) {
  // The requested page reloads when the connection is back. A browser may report `online` too early, so the server is
  // polled too.
  useEffect(() => {
    window.addEventListener('online', again);
    const timer = setInterval(() => {
      if (navigator.onLine)
        fetch('/robots.txt', { cache: 'no-store' }).then(again, () => undefined);
    }, checkIntervalMs);
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  }, []);
  const list = seenList();
  const drafts = ownDrafts();
  return (
    <>
      <header className={styles['header']}>
        <Logo size={32} />
        <span>{lang === 'ar' ? 'وصل' : 'Wasl'}</span>
      </header>
      <main className={styles['main']}>
        <h1>{t('page.title')}</h1>
        <p>{t(isSignedIn ? 'page.lead' : 'page.leadOut')}</p>
        <p>
          <button
            type="button"
            className={`${frame['button'] ?? ''} ${frame['primary'] ?? ''}`}
            onClick={again}
          >
            {t('page.again')}
          </button>
        </p>
        {list === null ? null : (
          <section aria-labelledby="list">
            <h2 id="list">{t('list.title')}</h2>
            <p className={styles['note']}>{t('list.at', { moment: `⁦${momentOf(list.at)}⁩` })}</p>
            {list.rows.length === 0 ? <p>{t('list.none')}</p> : null}
            <ul>
              {list.rows.map(({ number, date, status, about }) => (
                <li key={`${number} ${about}`} className={styles['row']}>
                  <p className={styles['head']}>
                    <strong dir="ltr">{number}</strong>
                    <span>{status}</span>
                  </p>
                  <p dir="auto">{about}</p>
                  <p className={styles['note']} dir="ltr">
                    {date}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {drafts.length === 0 ? null : (
          <section aria-labelledby="drafts">
            <h2 id="drafts">{t('drafts.title')}</h2>
            <p className={styles['note']}>{t('drafts.lead')}</p>
            <ul>
              {drafts.map(({ name, kind, savedAt, text }) => (
                <li key={name} className={styles['row']}>
                  <p className={styles['head']}>
                    <strong>{t(kind)}</strong>
                    <span className={styles['note']} dir="ltr">
                      {momentOf(savedAt)}
                    </span>
                  </p>
                  {text === '' ? null : (
                    <p className={styles['typed']} dir="auto">
                      {text}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
    </>
  );
}
