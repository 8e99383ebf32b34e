import { Box, Group } from '@mantine/core';
import { places, type Role, type ThreadHead as Head } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { LtrText } from '../../../ui/ltr-text.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';

/** The request of a conversation, with a link: to the follow-up for its owner, to the step's page for an agent. */
export function ThreadHead({
  head,
  viewer,
  children,
}: {
  head: Head;
  viewer: Role;
  /** At the end of the first line. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const isBeneficiary = viewer === 'BENEFICIAIRE';
  const { requestId, stepId } = head;
  return (
    <Group gap="4px 16px">
      <p>
        <Link to={isBeneficiary ? places.followUp(requestId) : places.stepFile(requestId, stepId)}>
          {t('about')} <LtrText>{head.numRequest}</LtrText>
        </Link>
      </p>
      <StatusTag code={head.status.code} label={head.status.libelle} />
      {children}
      {/* A separate line, because names of organisations are long. */}
      <Box component="p" c="dimmed" w="100%">
        <strong>
          <bdi>{isBeneficiary ? head.organisation : head.beneficiary}</bdi>
        </strong>{' '}
        · {head.service}
      </Box>
    </Group>
  );
}
