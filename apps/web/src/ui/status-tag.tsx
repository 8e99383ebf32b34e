import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconExclamationCircle,
  IconPencil,
  IconProgress,
  IconSparkles,
} from '@tabler/icons-react';

import styles from './status-tag.module.css';
import tones from './tones.module.css';

const icons = {
  neutral: IconCircleDashed,
  draft: IconPencil,
  new: IconSparkles,
  progress: IconProgress,
  waiting: IconClockPause,
  /** The reader has the next move. */
  yours: IconExclamationCircle,
  done: IconCircleCheck,
  danger: IconAlertTriangle,
};

export type StatusTone = keyof typeof icons;

const grounds: Readonly<Record<StatusTone, string>> = {
  neutral: 'neutral',
  draft: 'neutral',
  new: 'info',
  progress: 'info',
  waiting: 'warning',
  yours: 'warning',
  done: 'success',
  danger: 'error',
};

/** Tone of each status of a request or step (docs/specification.md, portal §4). */
const toneByCode: Readonly<Record<string, StatusTone>> = {
  NOUVEAU: 'new',
  SUPPRIME: 'neutral',
  'EN COURS DE QUALIFICATION': 'progress',
  ENTAME: 'progress',
  A_REFOURMULER: 'danger',
  EN_COURS_DE_CREATION: 'draft',
  DEMANDE_TRAITE: 'done',
  RETIREE: 'neutral',
  EN_ATTENTE: 'waiting',
  ASSIGNED: 'new',
  IN_PROGRESS: 'progress',
  PROCESSED: 'done',
  BLOCKED: 'waiting',
  REJECTED: 'danger',
  DECLINED: 'neutral',
  NOT_STARTED: 'neutral',
};

export function statusTone(code: string | undefined): StatusTone {
  return toneByCode[code ?? ''] ?? 'neutral';
}

/** A status as text, icon and colour: colour alone is not accessible. */
export function StatusTag({
  code,
  tone = statusTone(code),
  label,
  isSmall = false,
}: {
  code?: string;
  tone?: StatusTone;
  label: string;
  /** For a compact row. */
  isSmall?: boolean;
}) {
  const Icon = icons[tone];
  return (
    <span
      className={`${styles['tag'] ?? ''} ${tones[grounds[tone]] ?? ''}`}
      data-small={isSmall || undefined}
    >
      <Icon size={isSmall ? 14 : 16} aria-hidden />
      {label}
    </span>
  );
}
