import { Button, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { RegionalContact } from '../../../domain/requests/regional-contact.tsx';
import { RequestFault } from '../../../domain/requests/request-fault.tsx';
import { EmptyState, PageSkeleton } from '../../../ui/states.tsx';
import { useAddressedRequest } from '../api/use-request.ts';
import { RephraseList } from '../components/rephrase-list.tsx';
import { RequestWizard } from '../wizard/request-wizard.tsx';

export default function EditRequestPage() {
  const { t } = useTranslation('requests');
  const { request, error, reload } = useAddressedRequest();
  const [query] = useSearchParams();
  // Steps are counted from 1 in an address.
  const asked = /^[1-4]$/.exec(query.get('step') ?? '');
  const firstStep = asked === null ? 0 : Number(asked[0]) - 1;
  usePageTitle(request && t('titles.edit', { number: request.numRequest }));
  if (request === undefined) {
    return error === undefined ? <PageSkeleton /> : <RequestFault error={error} onRetry={reload} />;
  }
  if (!request.abilities.canEdit) {
    return (
      <Stack>
        <EmptyState
          icon={<IconLock size={44} stroke={1.4} aria-hidden />}
          title={t('locked.title')}
          reason={t('locked.reason', { status: request.status.libelle })}
          action={
            <Button component={Link} to={`/requests/${String(request.id)}`}>
              {t('actions.consult')}
            </Button>
          }
        />
        <RegionalContact />
      </Stack>
    );
  }
  return (
    <Stack>
      <RequestWizard
        key={request.id}
        request={request}
        pending={null}
        firstStep={firstStep}
        notice={(places, go) => <RephraseList request={request} places={places} onGo={go} />}
      />
    </Stack>
  );
}
