import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TimelineKind, HistoryItem } from '@wasl/contracts';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconBuilding,
  IconCheck,
  IconCircleOff,
  IconFileCheck,
  IconFileText,
  IconFlag,
  IconHandStop,
  IconMail,
  IconPencil,
  IconProgress,
  IconSend,
  IconStar,
  IconUserCheck,
  IconUserOff,
  IconX,
} from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated, useFormats } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import tones from '../../../../ui/tones.module.css';
import styles from './follow-up.module.css';
import { useAnchorFocus } from './use-anchor-focus.ts';

const icons: Readonly<Record<TimelineKind, ComponentType<{ size: number }>>> = {
  created: IconPencil,
  submitted: IconSend,
  entrusted: IconBuilding,
  turn: IconBuilding,
  progress: IconProgress,
  reopened: IconArrowBackUp,
  takenAgain: IconArrowBackUp,
  waits: IconCircleOff,
  documentAsked: IconFileText,
  documentWithdrawn: IconCircleOff,
  documentReceived: IconFileCheck,
  documentRemoved: IconX,
  fileRemoved: IconX,
  reminded: IconMail,
  rated: IconStar,
  status: IconFlag,
  sentBack: IconArrowBackUp,
  corrected: IconPencil,
  restored: IconArrowBackUp,
  agreementAsked: IconFileText,
  agreementGiven: IconCheck,
  agreementRefused: IconX,
  agreementWithdrawn: IconX,
  closed: IconCircleOff,
  declined: IconHandStop,
  duplicate: IconCircleOff,
  withdrawn: IconArrowBackUp,
  taken: IconUserCheck,
  handedOver: IconArrowsExchange,
  givenByLoad: IconArrowsExchange,
  letGo: IconUserOff,
  invited: IconMail,
  snoozed: IconCircleOff,
  woken: IconArrowBackUp,
};

/** Highlights of received items. */
const grounds: Readonly<Partial<Record<TimelineKind, 'info'>>> = {
  documentReceived: 'info',
  submitted: 'info',
  rated: 'info',
};

/** Events whose sentence names the author. */
const namesAuthor: ReadonlySet<TimelineKind> = new Set<TimelineKind>([
  'documentRemoved',
  'fileRemoved',
  'taken',
  'handedOver',
  'letGo',
  'snoozed',
  'woken',
]);

/** History with dates: oldest first in a wide window, newest first on a phone. */
export function History({
  items,
  isOwn = false,
  visibleCount = 6,
}: {
  items: readonly HistoryItem[];
  /** The person reads it: the state above shows whose move it is, so no line repeats an old status. */
  isOwn?: boolean;
  /** Lines shown before "show all". */
  visibleCount?: number;
}) {
  const { t } = useTranslation(['follow-up', 'words']);
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const anchorProps = useAnchorFocus('history');
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  if (items.length === 0) return null;
  // The newest lines are visible first, in either order.
  const visibleItems = isWhole ? items : items.slice(-visibleCount);
  const shown = isPhone ? [...visibleItems].reverse() : visibleItems;
  const author = ({ by }: HistoryItem) => {
    if (by?.kind === 'self') return t('history.self');
    if (by?.kind === 'administrator') return t('history.administrator');
    return isolated(by?.name ?? t('history.someone'));
  };
  const keyOf = ({ what, duplicateOf }: HistoryItem) =>
    duplicateOf !== null ? 'duplicateOf' : isOwn && what === 'progress' ? 'ownProgress' : what;
  const words = (item: HistoryItem) =>
    t(`history.${keyOf(item)}`, {
      other: item.duplicateOf ?? '',
      service: isolated(item.service ?? ''),
      organisation: isolated(item.organisation ?? ''),
      status: item.status?.libelle ?? '',
      percent: item.percent === null ? '' : formats.percent(item.percent),
      document: isolated(item.document ?? ''),
      by: author(item),
      owner: isolated(item.owner ?? t('history.someone')),
    });
  const all =
    isWhole || items.length <= visibleCount ? null : (
      <button type="button" className={layout['outlined']} onClick={() => setWhole(true)}>
        {t('history.all', { count: items.length })}
      </button>
    );
  return (
    <section className={styles['history']} aria-labelledby="history-title">
      <h3 id="history-title" {...anchorProps}>
        {t('history.title')}
      </h3>
      {isPhone ? null : all}
      <Stack component="ol" gap={0}>
        {shown.map((item) => {
          const Icon = icons[item.what];
          return (
            <li key={item.id}>
              <span
                className={`${styles['dot'] ?? ''} ${tones[grounds[item.what] ?? 'neutral'] ?? ''}`}
                aria-hidden
              >
                <Icon size={16} />
              </span>
              <div>
                <LtrText>
                  <time className={layout['small']} dateTime={item.at.replaceAll('/', '-')}>
                    {formatMoment(item.at)}
                  </time>
                </LtrText>
                <p>
                  {words(item)}
                  {item.by === null || namesAuthor.has(item.what) ? null : (
                    <span className={layout['small']}>
                      {' '}
                      {t('history.by', { by: author(item) })}
                    </span>
                  )}
                </p>
                {item.reason === null && item.observation === null ? null : (
                  <Stack component="blockquote" className={layout['quote']} gap={0} dir="auto">
                    <strong>
                      {t(item.what === 'sentBack' ? 'history.observation' : 'history.reason')}
                    </strong>
                    {item.reason === null ? null : (
                      <span dir="auto">{t(`words:reasons.${item.reason}`)}</span>
                    )}
                    {item.observation === null ? null : <span dir="auto">{item.observation}</span>}
                  </Stack>
                )}
              </div>
            </li>
          );
        })}
      </Stack>
      {isPhone ? all : null}
    </section>
  );
}
