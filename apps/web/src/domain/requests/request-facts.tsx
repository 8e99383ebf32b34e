import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { AnswerView } from '@wasl/contracts';
import { isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';

import { AnswerFacts } from './answer-facts.tsx';

export interface Facts {
  /** Title of the journey; null for a personalised request. */
  readonly journey: string | null;
  readonly services: readonly string[];
  readonly need: string;
  readonly answers: readonly AnswerView[];
  readonly documents: readonly { readonly label: string; readonly name: string }[];
  readonly video: string;
}

/** Content of a request as a list of facts, for the review before it is saved. */
export function RequestFacts({
  facts,
  isFinal = false,
}: {
  facts: Facts;
  /** The request was submitted, so missing documents are not announced as pending. */
  isFinal?: boolean;
}) {
  const { t } = useTranslation(['wizard', 'common']);
  return (
    <dl className={layout['facts']}>
      <dt>{t('review.kind')}</dt>
      <dd>{t(facts.journey === null ? 'mode.personalised' : 'mode.predefined')}</dd>
      {facts.journey === null ? (
        <>
          <dt>{t('services.title')}</dt>
          <dd>
            <Stack component="ul" gap={0}>
              {facts.services.map((service) => (
                <li key={service}>{service}</li>
              ))}
            </Stack>
          </dd>
        </>
      ) : (
        <>
          <dt>{t('review.journey')}</dt>
          <dd>{facts.journey}</dd>
        </>
      )}
      <dt>{t('need.label')}</dt>
      <dd>
        {/* `bdi` isolates the direction and stays on the line of the label: a French need does not disturb an Arabic
            page. */}
        <bdi>
          {facts.need.trim() === '' ? (isFinal ? '—' : t('review.nothing')) : facts.need.trim()}
        </bdi>
      </dd>
      <AnswerFacts answers={facts.answers} />
      <dt>{t('review.documents')}</dt>
      <dd>
        {facts.documents.length === 0 ? (
          t(isFinal ? 'documents.empty' : 'review.nothing')
        ) : (
          <Stack component="ul" gap={0}>
            {facts.documents.map(({ label, name }) => (
              <li key={`${label} ${name}`}>
                {t('common:labelled', { label, value: isolated(name) })}
              </li>
            ))}
          </Stack>
        )}
      </dd>
      {facts.video.trim() === '' ? null : (
        <>
          <dt>{t('documents.ILLUSTRATIVE_VIDEO')}</dt>
          <dd>
            <LtrText>{facts.video.trim()}</LtrText>
          </dd>
        </>
      )}
    </dl>
  );
}
