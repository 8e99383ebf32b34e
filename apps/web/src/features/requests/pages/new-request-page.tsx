import { Button, Stack } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCurrentUser } from '../../../domain/accounts/current-user.ts';
import { clearPendingJourney, pendingJourney } from '../../../domain/journeys/pending-journey.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Survey } from '../../../ui/slots.ts';
import { LoadingOrError, EmptyState, PageSkeleton } from '../../../ui/states.tsx';
import { RequestWizard } from '../wizard/request-wizard.tsx';
import { useInitialRequest } from '../wizard/use-initial-request.ts';

function NeedsSurvey({ onSaved }: { onSaved: () => unknown }) {
  const { t } = useTranslation('requests');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        icon={<IconClipboardText size={44} stroke={1.4} aria-hidden />}
        title={t('survey.needed')}
        reason={t('survey.neededReason')}
        action={<Button onClick={() => setOpen(true)}>{t('survey.link')}</Button>}
      />
      <Survey opened={isOpen} onClose={() => setOpen(false)} onSaved={() => void onSaved()} />
    </>
  );
}

/** The wizard, started from the journey of a link if it is open, from a simulation, or from an earlier request. */
function BeginRequest({ surveyNeed }: { surveyNeed: string }) {
  const { t } = useTranslation(['requests', 'wizard']);
  const [pendingId] = useState(pendingJourney);
  const { data, error, reload } = useEndpoint(
    'getJourneyDef',
    pendingId === null ? null : { params: { id: pendingId } },
  );
  const isJourneyClosed = (data !== undefined && !data.isOpen) || isNotFound(error);
  useEffect(() => {
    // A closed journey must not lead the person here at every visit.
    if (isJourneyClosed) clearPendingJourney();
  }, [isJourneyClosed]);
  const { values: beginning, isSourceMissing: isBeginningGone } = useInitialRequest();
  if (beginning === undefined) return <PageSkeleton />;
  if (pendingId !== null && data === undefined && !isJourneyClosed) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  const isOpen = pendingId !== null && data?.isOpen === true;
  return (
    <Stack>
      {isJourneyClosed ? <Banner tone="warning">{t('pending.closed')}</Banner> : null}
      {isBeginningGone ? <Banner tone="warning">{t('wizard:report.gone')}</Banner> : null}
      <RequestWizard
        request={null}
        pending={isOpen ? data : null}
        beginning={beginning}
        surveyNeed={surveyNeed}
      />
    </Stack>
  );
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}

/** New request: the wizard, for people who answered the survey. */
export default function NewRequestPage() {
  const { data, error, reload } = useCurrentUser();
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  return data.qualification === null ? (
    <NeedsSurvey onSaved={reload} />
  ) : (
    <BeginRequest surveyNeed={data.qualification.commentaire} />
  );
}
