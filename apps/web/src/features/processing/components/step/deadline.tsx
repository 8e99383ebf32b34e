import { Group } from '@mantine/core';
import type { StepDeadlineView } from '@wasl/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { formatDay } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';

/** The deadline in words; null where no clock runs or is paused. */
export function useDeadlineText(deadline: StepDeadlineView | null): string | null {
  const { t } = useTranslation('worklist');
  if (deadline === null) return null;
  const { dueOn, daysLeft } = deadline;
  if (dueOn === null) return t('deadline.paused');
  if (daysLeft < 0) return t('deadline.late', { count: -daysLeft });
  return daysLeft === 0 ? t('deadline.today') : t('deadline.left', { count: daysLeft });
}

/** Deadline of a step for its organisation: days left, days late, or paused. */
export function Deadline({
  deadline,
  isShort = false,
}: {
  deadline: StepDeadlineView | null;
  /** For a compact row: omits the date, which the step's page shows. */
  isShort?: boolean;
}) {
  const { t } = useTranslation('worklist');
  if (deadline === null) return null;
  const { dueOn, daysLeft } = deadline;
  const deadlineText =
    daysLeft < 0
      ? t('deadline.late', { count: -daysLeft })
      : daysLeft === 0
        ? t('deadline.today')
        : t('deadline.left', { count: daysLeft });
  if (isShort && dueOn === null) return <span>{t('deadline.paused')}</span>;
  if (isShort && daysLeft < 0) {
    return (
      <Group component="strong" gap={4} c="var(--wasl-danger)">
        <IconAlertTriangle size={14} aria-hidden /> {deadlineText}
      </Group>
    );
  }
  if (isShort) return <span>{deadlineText}</span>;
  if (dueOn === null)
    return <span className={layout['small']}>{t('deadline.still', { left: deadlineText })}</span>;
  if (daysLeft < 0) return <StatusTag tone="danger" label={deadlineText} />;
  return <span className={layout['small']}>{deadlineText}</span>;
}

/** Last day of the deadline, where there is room. */
export function DueDay({ deadline }: { deadline: StepDeadlineView | null }) {
  const { t } = useTranslation('worklist');
  const dueOn = deadline?.dueOn ?? null;
  if (dueOn === null) return null;
  return (
    <span className={layout['muted']}>
      {t('deadline.day')} <LtrText>{formatDay(dueOn)}</LtrText>
    </span>
  );
}
