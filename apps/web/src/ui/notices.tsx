import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import styles from './notices.module.css';
import tones from './tones.module.css';
import { type Notice, noticeStore } from './notify.ts';

const icons = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle };

function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    // A hovered notice stays, because the user is still reading it.
    const { id, duration } = notice;
    if (isPaused || duration === null) return undefined;
    const timer = setTimeout(() => noticeStore.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [isPaused, notice]);
  const Icon = icons[notice.tone];
  return (
    // Hovering only pauses the timer; the element is not interactive.
    <div
      className={`${styles['notice'] ?? ''} ${tones[notice.tone] ?? ''}`}
      data-testid="notice"
      data-tone={notice.tone}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
    >
      <Icon size={22} aria-hidden />
      <span>{notice.text}</span>
      {notice.duration === null ? (
        <button
          type="button"
          aria-label={t('actions.close')}
          onClick={() => noticeStore.dismiss(notice.id)}
        >
          <IconX size={20} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}

/**
 * Live region of the notices. It always exists, so that each notice is announced. Mantine's Notification alone, without
 * the package that shows it, would add 7 kB to the first load of every page.
 */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.snapshot);
  return (
    <div className={styles['region']} role="status" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
