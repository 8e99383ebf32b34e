import { Stack } from '@mantine/core';
import { places, type OrganisationStatistics } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatDay } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { worklistAddress } from '../../../domain/requests/worklist-address.ts';
import { Counted } from './figures.tsx';
import { FigureTable } from './figure-table.tsx';

export function Ratings({
  ratings,
  from,
  to,
}: Pick<OrganisationStatistics, 'ratings' | 'from' | 'to'>) {
  const { t } = useTranslation('statistics');
  return (
    <>
      <FigureTable
        caption={t('ratings.title')}
        heads={[t('ratings.stars'), t('ratings.count')]}
        rows={ratings.stars
          .map((count, index) => ({
            key: String(index),
            name: t('ratings.given', { count: index + 1 }),
            figures: [
              <Counted
                key="count"
                count={count}
                label={t('ratings.given', { count: index + 1 })}
                to={worklistAddress({
                  stars: String(index + 1),
                  ratedSince: from,
                  ratedUntil: to,
                })}
              />,
            ],
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
              <p className={layout['userText']} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
