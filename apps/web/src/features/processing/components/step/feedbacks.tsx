import { Stack } from '@mantine/core';
import type { StepFeedback } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { formatMoment, isolated, useFormats } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../../ui/ltr-text.tsx';

/** Feedback of an organisation on a step, newest first: date, percent and, where visible, author. */
export function Feedbacks({ items }: { items: readonly StepFeedback[] }) {
  const { t } = useTranslation('follow-up');
  const formats = useFormats();
  const author = ({ by }: StepFeedback) => {
    if (by === null) return null;
    const name = by.kind === 'self' ? t('history.self') : (by.name ?? t('history.someone'));
    return ` · ${t('history.by', { by: isolated(name) })}`;
  };
  return (
    <Stack component="ol" gap="sm">
      {items.map((item) => {
        const percent = formats.percent(item.percent);
        return (
          <li key={item.id} className={layout['quote']}>
            <p className={layout['small']}>
              <LtrText>{formatMoment(item.at)}</LtrText>
              {' · '}
              {item.kind === 'LOWERED' ? t('feedbacks.lowered', { percent }) : percent}
              {item.kind === 'BLOCKED' ? ` · ${t('feedbacks.blocked')}` : null}
              {author(item)}
            </p>
            {item.kind === 'TAKEN_BACK' ? (
              <span>{t('feedbacks.takenBack')}</span>
            ) : (
              <span dir="auto">
                <LtrNumbers text={item.text ?? ''} />
              </span>
            )}
          </li>
        );
      })}
    </Stack>
  );
}
