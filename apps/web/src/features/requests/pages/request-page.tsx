import { Box, Button, Group, Stack } from '@mantine/core';
import { places, type RequestView } from '@wasl/contracts';
import {
  IconArrowBack,
  IconCopy,
  IconPencil,
  IconReceipt,
  IconRouteAltLeft,
  IconSend,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatch, useNavigate } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { DateStated } from '../../../domain/requests/date-stated.tsx';
import { RequestFault } from '../../../domain/requests/request-fault.tsx';
import { formatDay, formatMoment, isolated } from '../../../lib/format/formats.ts';
import { withoutLayers } from '../../../lib/routing/history-layers.ts';
import { isNotFound } from '../../../lib/http/http.ts';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { FollowUp } from '../../../ui/slots.ts';
import { PageSkeleton } from '../../../ui/states.tsx';
import { useAddressedRequest } from '../api/use-request.ts';
import { AgreementPanel } from '../components/agreement-panel.tsx';
import { SentDocument } from '../components/sent-document.tsx';
import { Observation } from '../components/observation.tsx';
import { RequestState } from '../components/request-state.tsx';
import { RegistrationLink } from '../wizard/registration-link.tsx';
import { useStepLabels } from '../wizard/wizard-frame.tsx';

const SubmitDialog = lazyWithRetry(() => import('../components/submit-dialog.tsx'));
const WithdrawDialog = lazyWithRetry(() => import('../components/withdraw-dialog.tsx'));

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
      <Box component="p" className={layout['said']} maw="75ch">
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
    <Box component="p" key="need" className={layout['said']} maw="75ch" dir="auto">
      {request.description ?? t('review.nothing')}
    </Box>,
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

function RequestActions({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const [open, setOpen] = useState<'submit' | 'follow' | 'withdraw' | null>(null);
  // Mails and notices link to the follow-up; without access to it, the page shows the status.
  const isFollowAddress = useMatch('/requests/:id/follow') !== null;
  const { canEdit, canSubmit, canFollow, canReceipt, canWithdrawRequest } = request.abilities;
  const [isLeft, setLeft] = useState(false);
  if (isLeft && !isFollowAddress) setLeft(false);
  const close = () => {
    setOpen(null);
    if (!isFollowAddress) return;
    setLeft(true);
    withoutLayers(() => void navigate(places.request(request.id), { replace: true }));
  };
  return (
    <Actions justify="flex-start">
      {canSubmit ? (
        <Button
          leftSection={<IconSend size={18} aria-hidden data-turns />}
          onClick={() => setOpen('submit')}
        >
          {t('actions.submit')}
        </Button>
      ) : null}
      {canEdit ? (
        <Button
          component={Link}
          variant={canSubmit ? 'default' : 'filled'}
          leftSection={<IconPencil size={18} aria-hidden />}
          to={`/editRequest/${String(request.id)}`}
        >
          {t('actions.edit')}
        </Button>
      ) : null}
      {canFollow ? (
        <Button
          leftSection={<IconRouteAltLeft size={18} aria-hidden />}
          onClick={() => setOpen('follow')}
        >
          {t('actions.follow')}
        </Button>
      ) : null}
      {canReceipt ? (
        <Button
          component={Link}
          variant="default"
          leftSection={<IconReceipt size={18} aria-hidden />}
          to={`/requests/${String(request.id)}/receipt`}
        >
          {t('actions.receipt')}
        </Button>
      ) : null}
      <Button
        component={Link}
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        to={`/newRequest?from=${String(request.id)}`}
      >
        {t('actions.duplicate')}
      </Button>
      {canWithdrawRequest ? (
        <Button
          variant="default"
          leftSection={<IconArrowBack size={18} aria-hidden data-turns />}
          onClick={() => setOpen('withdraw')}
        >
          {t('actions.withdraw')}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {canWithdrawRequest || open === 'withdraw' ? (
          <WithdrawDialog request={request} opened={open === 'withdraw'} onClose={close} />
        ) : null}
      </Suspense>
      {canSubmit ? (
        <Suspense fallback={null}>
          <SubmitDialog request={request} opened={open === 'submit'} onClose={close} />
        </Suspense>
      ) : null}
      <FollowUp
        request={request}
        opened={open === 'follow' || (isFollowAddress && canFollow && !isLeft)}
        onClose={close}
        viewer="BENEFICIAIRE"
      />
    </Actions>
  );
}

export default function RequestPage() {
  const { t } = useTranslation(['requests', 'common']);
  const { request, error, reload } = useAddressedRequest();
  usePageTitle(request && t('titles.view', { number: request.numRequest }));
  if (request === undefined || isNotFound(error)) {
    return error === undefined ? <PageSkeleton /> : <RequestFault error={error} onRetry={reload} />;
  }
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
      <AgreementPanel request={request} />
      <RequestActions request={request} />
      <Observation request={request} />
      <ReadOnlyWizard key={request.id} request={request} />
    </Stack>
  );
}
