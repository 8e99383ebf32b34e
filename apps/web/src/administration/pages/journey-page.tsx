import { Stack } from '@mantine/core';
import { type QuestionKind } from '@wasl/contracts';
import { journeyBody } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';

import { formatDay, isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { focusHeading } from '../../ui/page-title.tsx';
import { LoadingOrError } from '../../ui/states.tsx';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';
import {
  type Choices,
  Conditions,
  Documents,
  Extras,
  General,
  namesOf,
  Questions,
  Tasks,
} from '../components/journey-sections.tsx';
import { ReferenceForm } from '../components/reference-form.tsx';
import type { Value } from '../rules/differences.ts';
import {
  journeyBodyOf,
  journeySections,
  type JourneyValues,
  journeyValues,
  newJourney,
} from '../rules/reference-values.ts';

const schema = z.object({ version: z.string(), journey: journeyBody });
type Body = z.output<typeof schema>;

/** Writes the values of a journey for the comparison. */
function useShowValue() {
  const { t } = useTranslation('administration');
  return (field: string, value: Value): string => {
    if (value === null) return '';
    if (typeof value === 'boolean') return t(value ? 'reference.yes' : 'reference.no');
    if (field === 'kind') return t(`reference.question.${value as QuestionKind}`);
    if (field === 'startDate' || field === 'endDate') return formatDay(String(value));
    return String(value);
  };
}

function Editor({
  slug,
  stored,
  used,
  choices,
  onSaved,
}: {
  /** Null for a new journey. */
  slug: string | null;
  stored: JourneyValues;
  used: number;
  choices: Choices;
  onSaved: (slug: string) => unknown;
}) {
  const { t } = useTranslation('administration');
  const show = useShowValue();
  const names = namesOf(choices);
  const save = async ({ version, journey }: Body) => {
    const saved = slug ?? (await call('createJourney', { body: { journey } })).slug;
    if (slug !== null) await call('saveJourney', { params: { slug }, body: { version, journey } });
    return async () => {
      await refresh('readJourney', 'readReference');
      onSaved(saved);
      const { startDate } = journey;
      if (slug !== null) notify.success(t('reference.saved'));
      else if (!journey.active) notify.success(t('reference.createdHidden'));
      else if (startDate === null) notify.success(t('reference.created'));
      else
        notify.success(t('reference.createdFrom', { day: isolated(formatDay(startDate)) }), 6000);
      focusHeading();
    };
  };
  return (
    <ReferenceForm
      name={`reference-journey-${slug ?? 'new'}`}
      label={t(slug === null ? 'reference.newJourney' : 'reference.journey')}
      stored={stored}
      isNew={slug === null}
      schema={schema}
      bodyOf={journeyBodyOf}
      sectionsOf={({ journey }) => journeySections(journey, names)}
      show={show}
      read={async () => {
        if (slug === null) return stored;
        const { version, journey } = await call('readJourney', { params: { slug } });
        return journeyValues(version, journey);
      }}
      save={save}
    >
      <General />
      <Conditions />
      <Documents choices={choices} names={names} />
      <Questions />
      <Tasks choices={choices} names={names} used={used} />
      <Extras />
    </ReferenceForm>
  );
}

function StoredJourney({ slug, choices }: { slug: string; choices: Choices }) {
  const [saves, setSaves] = useState(0);
  const { data, error, reload } = useCall('readJourney', { params: { slug } });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  return (
    <Editor
      key={`${String(saves)} ${data.version}`}
      slug={slug}
      stored={journeyValues(data.version, data.journey)}
      used={data.usedTasks}
      choices={choices}
      onSaved={() => setSaves((count) => count + 1)}
    />
  );
}

/** One journey, or the form of a new one. */
export default function JourneyPage() {
  const { t } = useTranslation('administration');
  const { slug } = useParams();
  const navigate = useNavigate();
  const { data: choices, error, reload } = useCall('readJourneyChoices', {});
  return (
    <Stack maw={820}>
      <p>
        <Link to="/reference">{t('reference.all')}</Link>
      </p>
      <h2 className={layout['title']}>
        {t(slug === undefined ? 'reference.newJourney' : 'reference.journey')}
      </h2>
      {choices === undefined ? (
        <LoadingOrError error={error} onRetry={reload} />
      ) : slug === undefined ? (
        <Editor
          slug={null}
          stored={newJourney}
          used={0}
          choices={choices}
          onSaved={(made) => navigate(`/reference/journeys/${made}`, { replace: true })}
        />
      ) : (
        <StoredJourney key={slug} slug={slug} choices={choices} />
      )}
    </Stack>
  );
}
