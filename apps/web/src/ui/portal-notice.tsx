import type { Lang } from '@wasl/contracts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

import { deviceStore } from '../lib/drafts/device-store.ts';
import { currentLanguage, directionOf } from '../lib/format/language.ts';
import { serverNow } from '../lib/http/server-time.ts';
import styles from './portal-notice.module.css';

/** A notice of the administrators to everybody. Instants are ISO 8601. */
export interface PortalNotice {
  readonly id: number;
  readonly from: string;
  readonly until: string;
  /** A language without a text shows the French one. */
  readonly texts: NoticeTexts;
}
export type NoticeTexts = { readonly fr: string } & { readonly [L in Lang]?: string | null };

const storageKey = 'notice-dismissed';
const checkMs = 10_000;

/** Here, because the landing page and the application share no catalogue. */
const closeLabels: Readonly<Record<Lang, string>> = {
  fr: 'Fermer cette annonce',
  en: 'Close this announcement',
  ar: 'إغلاق هذا الإعلان',
  es: 'Cerrar este anuncio',
};

/** The band of a notice in one language. */
export function NoticeBand({
  texts,
  lang,
  onClose,
}: {
  texts: NoticeTexts;
  lang: Lang;
  /** Without it, the band cannot be closed. */
  onClose?: () => void;
}) {
  const given = texts[lang] ?? '';
  const shownLang = given === '' ? 'fr' : lang;
  return (
    <div className={styles['band']} dir={directionOf(lang)}>
      <p lang={shownLang} dir={directionOf(shownLang)}>
        {given === '' ? texts.fr : given}
      </p>
      {onClose === undefined ? null : (
        <button type="button" aria-label={closeLabels[lang]} onClick={onClose}>
          <span aria-hidden>×</span>
        </button>
      )}
    </div>
  );
}

function subscribeToLanguage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

function Notice({ notice: { id, from, until, texts } }: { notice: PortalNotice }) {
  const lang = useSyncExternalStore(subscribeToLanguage, currentLanguage);
  const [now, setNow] = useState(0);
  const [isDismissed, setDismissed] = useState(deviceStore.get(storageKey) === String(id));
  useEffect(() => {
    // After the first render: screen readers announce what is added to a status.
    const check = () => setNow(serverNow());
    check();
    const timer = setInterval(check, checkMs);
    return () => clearInterval(timer);
  }, []);
  const isDue = Date.parse(from) <= now && now < Date.parse(until);
  return (
    <div role="status">
      {isDue && !isDismissed ? (
        <NoticeBand
          texts={texts}
          lang={lang}
          onClose={() => {
            deviceStore.set(storageKey, String(id));
            setDismissed(true);
            document.getElementById('content')?.focus();
          }}
        />
      ) : null}
    </div>
  );
}

/** Shows the notice above the page, between its two instants, unless this browser dismissed it. */
export function showPortalNotice(notice: PortalNotice): void {
  const place = document.createElement('div');
  document.body.prepend(place);
  createRoot(place).render(<Notice notice={notice} />);
}
