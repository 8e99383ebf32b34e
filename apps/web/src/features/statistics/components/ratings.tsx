import { Stack } from '@mantine/core';
import { places, type OrganisationStatistics } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatDay, useFormats } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { FigureTable } from './figure-table.tsx';

export function Ratings({ ratings }: { ratings: OrganisationStatistics['ratings'] }) {
  const { t } = useTranslation('statistics');
  const formats = useFormats();
  return (
    <>
      <FigureTable
        caption={t('ratings.title')}
        heads={[t('ratings.stars'), t('ratings.count')]}
        rows={ratings.stars
          .map((count, index) => ({
            key: String(index),
            name: t('ratings.given', { count: index + 1 }),
            figures: [formats.number(count)],
          }))
          .reverse()}
      />
      {ratings.words.length === 0 ? null : (
        <Stack component="ul" gap="sm" aria-label={t('ratings.words')}>
          {ratings.words.map(({ stepId, stars, text, on, numRequest }) => (
            <li key={stepId} className={layout['box']}>
              <p className={layout['small']}>
                {t('ratings.given', { count: stars })} · <LtrText>{formatDay(on)}</LtrText> ·{' '}
                <Link to={places.worklist(numRequest, { id: stepId, opens: 'follow' })}>
                  <LtrText>{numRequest}</LtrText>
                </Link>
              </p>
              <p className={layout['said']} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
