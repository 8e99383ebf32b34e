import { Group, Stack } from '@mantine/core';
import { places } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';

import { RequestFault } from '../../../domain/requests/request-fault.tsx';
import { isNotFound } from '../../../lib/http/http.ts';
import layout from '../../../ui/layout/layout.module.css';
import { usePageTitle } from '../../../ui/page-title.tsx';
import { FollowUpParts } from '../../../ui/slots.ts';
import { PageSkeleton } from '../../../ui/states.tsx';
import { useAddressedRequest } from '../api/use-request.ts';
import { RequestDialogs, useRequestDialogs } from '../components/request-dialogs.tsx';
import { RequestOperations } from '../components/request-operations.tsx';

/** Follow-up of a request, the target of mails and notices. Where one may not follow, the request shows its status. */
export default function FollowPage() {
  const { t } = useTranslation('follow-up');
  const { request, error, reload } = useAddressedRequest();
  const { show, dialogs } = useRequestDialogs();
  usePageTitle(request && t('title', { number: request.numRequest }));
  if (request === undefined || isNotFound(error)) {
    return error === undefined ? <PageSkeleton /> : <RequestFault error={error} onRetry={reload} />;
  }
  if (!request.abilities.canFollow) return <Navigate to={places.request(request.id)} replace />;
  return (
    <Stack>
      <Group justify="space-between">
        <h2 className={layout['title']}>{t('next')}</h2>
        <RequestOperations
          request={request}
          place="followUp"
          onOpen={(name) => show(name, request)}
        />
      </Group>
      <FollowUpParts requestId={request.id} viewer="BENEFICIAIRE" />
      <RequestDialogs {...dialogs} />
    </Stack>
  );
}
