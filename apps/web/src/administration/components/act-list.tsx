import { Stack } from '@mantine/core';
import type { ActView } from '@wasl/contracts/administration';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';

type ListedAct = Omit<ActView, 'person' | 'administrator'> &
  Partial<Pick<ActView, 'person' | 'administrator'>>;

/** Joins the parts that are there. */
function Parts({ parts }: { parts: readonly ReactNode[] }) {
  return parts
    .filter((part) => part !== null)
    .map((part, index) => (
      <Fragment key={index}>
        {index === 0 ? null : ' · '}
        {part}
      </Fragment>
    ));
}

const name = (text: string | undefined) => (text === undefined ? null : <bdi>{text}</bdi>);

/** Acts of administrators with subject, instant, author and reason. */
export function ActList({ acts }: { acts: readonly ListedAct[] }) {
  const { t } = useTranslation('administration');
  return (
    <Stack component="ul" gap="sm">
      {acts.map(({ id, at, kind, by, reason, ...subject }) => (
        <li key={id}>
          <p>
            <Parts
              parts={[
                t(`acts.${kind}`),
                name(subject.person?.name ?? subject.administrator?.name),
                subject.numRequest === null ? null : <LtrText>{subject.numRequest}</LtrText>,
                name(subject.organisation?.title),
              ]}
            />
          </p>
          <p className={layout['small']}>
            <Parts
              parts={[
                <LtrText key="at">{formatMoment(at)}</LtrText>,
                name(by),
                name(reason ?? undefined),
              ]}
            />
          </p>
        </li>
      ))}
    </Stack>
  );
}
