import { Box, Button, Group, Stack } from '@mantine/core';
import type { ProposalView } from '@wasl/contracts';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useAttempt } from '../../../ui/use-failure.ts';

function titleOf({ journey, service }: ProposalView): string {
  return journey?.title ?? service?.libelle ?? '';
}

/**
 * Journeys and services that the survey answers suggest, with reasons; nothing without any. All other choices remain
 * available.
 */
export function Proposals({
  begin,
}: {
  /** Button that begins a request from a proposal. @param name accessible name, which identifies the proposal */
  begin: (proposal: ProposalView, name: string) => ReactNode;
}) {
  const { t } = useTranslation('requests');
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const attempt = useAttempt();
  const { data = [], reload } = useEndpoint('listProposals', {});
  const dismiss = useEndpointAction('dismissProposal');
  if (data.length === 0) return null;
  const putAside = (code: string) =>
    attempt(async () => {
      await dismiss.run({ params: { code } });
      await reload();
      notify.info(t('proposals.aside'));
      // The pressed button is gone, so the focus moves to the remaining content.
      heading.current?.focus();
    });
  return (
    <Stack component="section" className={layout['card']} gap="sm" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={layout['title']}>
        {t('proposals.title')}
      </h2>
      <p className={layout['small']}>{t('proposals.lead')}</p>
      <Stack component="ul" gap="sm">
        {data.map((proposal) => {
          const title = isolated(titleOf(proposal));
          return (
            <Group key={proposal.code} component="li" justify="space-between" gap="8px 16px">
              <Box flex="1 1 22rem" miw={0}>
                {/* The space keeps the Arabic letters of the two texts from joining. */}
                <Box component="strong" me={8}>
                  {titleOf(proposal)}
                </Box>{' '}
                <span className={layout['small']}>
                  {t(proposal.journey === null ? 'proposals.service' : 'proposals.journey')}
                </span>
                <p>{proposal.reason}</p>
              </Box>
              <Group gap="xs">
                {begin(proposal, t('proposals.beginOne', { title }))}
                <Button
                  size="sm"
                  px="sm"
                  variant="subtle"
                  aria-label={t('proposals.dismissOne', { title })}
                  disabled={dismiss.isRunning}
                  onClick={() => {
                    void putAside(proposal.code);
                  }}
                >
                  {t('proposals.dismiss')}
                </Button>
              </Group>
            </Group>
          );
        })}
      </Stack>
    </Stack>
  );
}
