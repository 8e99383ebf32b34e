import { Box, Group, Stack } from '@mantine/core';
import { places } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import Conversation from '../components/conversation.tsx';

/** Address of the conversation's request: the follow-up for its owner, the step's page for an agent. */
function requestAddress(requestId: number, stepId: number, isBeneficiary: boolean): string {
  return isBeneficiary ? places.followUp(requestId) : places.stepFile(requestId, stepId);
}

/** One conversation; mails and notices lead here. */
export default function ThreadPage() {
  const { t } = useTranslation('messages');
  const session = useSession();
  const { stepId: given } = useParams();
  const stepId = /^\d{1,9}$/.test(given ?? '') ? Number(given) : null;
  const { data } = useEndpoint(
    'getMessages',
    stepId === null ? null : { params: { stepId }, query: {} },
    { keepPreviousData: false },
  );
  const role = session?.role ?? 'BENEFICIAIRE';
  const isBeneficiary = role === 'BENEFICIAIRE';
  const head = data?.thread;
  usePageTitle(head && t('dialog', { number: head.numRequest }));
  if (stepId === null) return <EmptyState title={t('unknown')} />;
  return (
    <Stack maw={860}>
      {head === undefined ? null : (
        <Group gap="4px 16px">
          <p>
            <Link to={requestAddress(head.requestId, stepId, isBeneficiary)}>
              {t('about')} <LtrText>{head.numRequest}</LtrText>
            </Link>
          </p>
          <StatusTag code={head.status.code} label={head.status.libelle} />
          {/* A separate line, because names of organisations are long. */}
          <Box component="p" c="dimmed" w="100%">
            <strong>
              <bdi>{isBeneficiary ? head.organisation : head.beneficiary}</bdi>
            </strong>{' '}
            · {head.service}
          </Box>
        </Group>
      )}
      <Conversation stepId={stepId} viewer={role} />
    </Stack>
  );
}
