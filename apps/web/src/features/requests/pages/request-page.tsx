import { Box, Button, Group, Stack } from '@mantine/core';
import { places, type RequestView } from '@wasl/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { AnswerFacts } from '../../../domain/requests/answer-facts.tsx';
import { DateStated } from '../../../domain/requests/date-stated.tsx';
import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { RequestFault } from '../../../domain/requests/request-fault.tsx';
import { withoutLayers } from '../../../lib/routing/history-layers.ts';
import { formatDay, formatMoment, isolated } from '../../../lib/format/formats.ts';
import { isNotFound } from '../../../lib/http/http.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { PageSkeleton } from '../../../ui/states.tsx';
import { useAddressedRequest } from '../api/use-request.ts';
import { AgreementPanel } from '../components/agreement-panel.tsx';
import { SentDocument } from '../components/sent-document.tsx';
import { Observation } from '../components/observation.tsx';
import { pageTaskOf, RequestCard } from '../components/request-card.tsx';
import { RequestDialogs, useRequestDialogs } from '../components/request-dialogs.tsx';
import { RequestOperations } from '../components/request-operations.tsx';
import { RequestState } from '../components/request-state.tsx';
import { RegistrationLink } from '../wizard/registration-link.tsx';
import { useStepLabels } from '../wizard/wizard-frame.tsx';

function Choice({ request }: { request: RequestView }) {
  const { t } = useTranslation('wizard');
  const { journeyDef } = request;
  if (journeyDef === null) {
    return (
      <ul className={layout['bullets']}>
        {request.services.map((service) => (
          <li key={service.code}>{service.libelle}</li>
        ))}
      </ul>
    );
  }
  return (
    <>
      <h3>{journeyDef.title}</h3>
      <Box component="p" className={layout['userText']} maw="75ch">
        {journeyDef.description}
      </Box>
      <dl className={layout['facts']}>
        <dt>{t('journeys.columns.startDate')}</dt>
        <dd>
          <LtrText>{formatDay(journeyDef.startDate) || '—'}</LtrText>
        </dd>
        <dt>{t('journeys.columns.endDate')}</dt>
        <dd>
          <LtrText>{formatDay(journeyDef.endDate) || '—'}</LtrText>
        </dd>
        <dt>{t('journeys.columns.conditions')}</dt>
        <dd>
          <Box component="ul" className={layout['bullets']} fz={15}>
            {journeyDef.eligibilityConditionsDtos.map(({ condition }) => (
              <li key={condition}>{condition}</li>
            ))}
          </Box>
        </dd>
      </dl>
    </>
  );
}

function Documents({ request }: { request: RequestView }) {
  const { t } = useTranslation('wizard');
  if (request.documents.length === 0 && request.urlVideo === null) {
    return <p className={layout['lead']}>{t('documents.empty')}</p>;
  }
  return (
    <dl className={layout['facts']}>
      {request.documents.map((document) => (
        <div key={document.filename} style={{ display: 'contents' }}>
          <dt>{document.libelle.libelle}</dt>
          <dd>
            <SentDocument document={document} />
          </dd>
        </div>
      ))}
      {request.urlVideo === null ? null : (
        <>
          <dt>{t('documents.ILLUSTRATIVE_VIDEO')}</dt>
          <dd>
            <a href={request.urlVideo} target="_blank" rel="noopener noreferrer">
              <LtrText>{request.urlVideo}</LtrText>
            </a>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Content of all wizard steps, read-only, in one column. */
function ReadOnlyWizard({ request }: { request: RequestView }) {
  const { t } = useTranslation('wizard');
  const { journeyDef } = request;
  const mode = journeyDef === null ? 'personalised' : 'predefined';
  const contents = [
    <p key="mode">
      <strong>{t(`mode.${mode}`)}</strong>
    </p>,
    <Choice key="choice" request={request} />,
    <Fragment key="need">
      <Box component="p" className={layout['userText']} maw="75ch" dir="auto">
        {request.description ?? t('review.nothing')}
      </Box>
      {request.answers.length === 0 ? null : (
        <dl className={layout['facts']}>
          <AnswerFacts answers={request.answers} />
        </dl>
      )}
    </Fragment>,
    <Documents key="documents" request={request} />,
  ];
  return (
    <Stack className={layout['card']} gap="lg">
      {useStepLabels(mode).map((label, step) => (
        <Stack key={label} component="section" gap="xs" aria-labelledby={`step-${String(step)}`}>
          <h2 id={`step-${String(step)}`} className={layout['title']}>
            {label}
          </h2>
          {contents[step]}
        </Stack>
      ))}
      {journeyDef === null ? null : (
        <RegistrationLink journey={journeyDef} isVisited={false} warnings={0} />
      )}
      <Group>
        <Button component={Link} to="/requests" variant="default">
          {t('view.backToList')}
        </Button>
      </Group>
    </Stack>
  );
}

export default function RequestPage() {
  const { t } = useTranslation(['requests', 'common']);
  const { request, error, reload } = useAddressedRequest();
  const { show, dialogs } = useRequestDialogs();
  const navigate = useNavigate();
  usePageTitle(request && t('titles.view', { number: request.numRequest }));
  if (request === undefined || isNotFound(error)) {
    return error === undefined ? <PageSkeleton /> : <RequestFault error={error} onRetry={reload} />;
  }
  const task = pageTaskOf(request);
  const target = { ...request, organisation: request.filing?.organisation ?? null };
  const observation = <Observation request={request} />;
  return (
    <Stack>
      <Group gap="8px 24px">
        <RequestState request={request} />
        <span className={layout['small']}>
          {t('common:labelled', {
            label: t('requests:table.date'),
            value: isolated(formatMoment(request.dateRequest)),
          })}
          <DateStated filing={request.filing} />
        </span>
      </Group>
      {task === undefined ? null : (
        <Stack component="ul" aria-label={t('turn.title')}>
          <RequestCard kind={task} request={target} isPrimary isOnPage show={show}>
            {observation}
          </RequestCard>
        </Stack>
      )}
      <AgreementPanel request={request} />
      <RequestOperations request={request} place="view" onOpen={(name) => show(name, target)} />
      {/* Only a deletion calls it here: the follow-up is a page. */}
      <RequestDialogs
        {...dialogs}
        onChanged={() => withoutLayers(() => void navigate(places.requests()))}
      />
      {task === 'REPHRASE' ? <RegionalContact /> : observation}
      <ReadOnlyWizard key={request.id} request={request} />
    </Stack>
  );
}
