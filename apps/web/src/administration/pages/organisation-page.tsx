import { Stack } from '@mantine/core';
import type { OrganisationView } from '@wasl/contracts/administration';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';

import { formatMoment, useFormats } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { LoadingOrError } from '../../ui/states.tsx';
import { useCall } from '../api/use-call.ts';
import { AgentList } from '../components/agent-list.tsx';
import { MoveFiles } from '../components/move-files.tsx';
import { OrganisationForm } from '../components/organisation-form.tsx';
import { OrganisationTag } from '../components/organisation-tag.tsx';

const Moment = ({ at }: { at: string }) => <LtrText>{formatMoment(at)}</LtrText>;

function Facts({ organisation }: { organisation: OrganisationView }) {
  const { t } = useTranslation('administration');
  const { list } = useFormats();
  const { title, state, agents, openFiles, services, createdAt, changedAt } = organisation;
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('organisations.state'), <OrganisationTag key="state" state={state} />],
    [t('organisations.working'), agents],
    [t('organisations.open'), openFiles],
    [t('organisations.services'), services.length === 0 ? '–' : list(services)],
    [t('organisations.since'), <Moment key="since" at={createdAt} />],
    [
      t('organisations.changed'),
      changedAt === null ? '–' : <Moment key="changed" at={changedAt} />,
    ],
  ];
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>
        <bdi>{title}</bdi>
      </h2>
      <dl className={layout['facts']}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}

/** One organisation: its state, agents with absences, texts and contact. */
export default function OrganisationPage() {
  const { t } = useTranslation('administration');
  const { id = '' } = useParams();
  const params = { organisationId: Number(id) };
  const { data, error, reload } = useCall('readOrganisation', { params });
  return (
    <Stack>
      <p>
        <Link to="/organisations">{t('organisations.all')}</Link>
      </p>
      {data === undefined || data.id !== params.organisationId ? (
        <LoadingOrError error={error} onRetry={reload} />
      ) : (
        <>
          <Facts organisation={data} />
          <AgentList organisation={data} />
          <OrganisationForm key={data.id} organisation={data} />
          <MoveFiles key={`move-${String(data.id)}`} organisation={data} />
        </>
      )}
    </Stack>
  );
}
