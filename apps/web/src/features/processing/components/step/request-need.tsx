import { Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import layout from '../../../../ui/layout/layout.module.css';
import { LongText } from '../../../../ui/long-text.tsx';
import { VideoLink } from './video-link.tsx';

export function RequestNeed({ row, isWhole }: { row: RequestView; isWhole: boolean }) {
  const { t } = useTranslation('worklist');
  const { description, journeyDef, services, urlVideo } = row;
  const need = description?.trim() ?? '';
  const facts: readonly (readonly [key: string, label: string, value: ReactNode])[] = [
    [
      'text',
      t('need.text'),
      need === '' ? (
        <span className={layout['small']}>{t('need.none')}</span>
      ) : (
        <LongText text={need} isAlwaysWhole={isWhole} />
      ),
    ],
    journeyDef === null
      ? [
          'services',
          t('need.services'),
          <Stack key="services" component="ul" gap={4}>
            {services.map(({ code, libelle }) => (
              <li key={code}>
                <bdi>{libelle}</bdi>
              </li>
            ))}
          </Stack>,
        ]
      : ['journey', t('need.journey'), <bdi key="journey">{journeyDef.title}</bdi>],
    ...row.answers.map(
      ({ code, label, text }) =>
        [
          `answer ${code}`,
          label,
          <LongText key={code} text={text} isAlwaysWhole={isWhole} />,
        ] as const,
    ),
    ...(urlVideo === null
      ? []
      : [['video', t('need.video'), <VideoLink key="video" url={urlVideo} />] as const]),
  ];
  return (
    <dl className={layout['facts']}>
      {facts.map(([key, label, value]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
