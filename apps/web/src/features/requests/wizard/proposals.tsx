import { Box, Button, Group, Stack } from '@mantine/core';
import type { ProposalView } from '@wasl/contracts';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../lib/format/formats.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { useAttempt } from '../../../ui/use-failure.ts';

/** How a proposal is called: as its journey or its service is. */
function titleOf({ journey, service }: ProposalView): string {
  return journey?.title ?? service?.libelle ?? '';
}

/** What the answers to the survey speak for, each with the reason; nothing where there is nothing. It stands beside the whole choice. */
export function Proposals({
  begin,
}: {
  /** The button that begins a request with the proposal, under the name that says which. */
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
      // The button that was pressed is gone; the next thing to read is what is left.
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
                {/* With the space Arabic letters of the two do not join. */}
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
