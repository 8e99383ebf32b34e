import { Box, Group, Stack, VisuallyHidden } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { type Role, type ThreadView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import { oneOf, whole } from '../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { usePollingInterval } from '../../../lib/http/polling-interval.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { DataTableFoot } from '../../../ui/data-table-foot.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { LoadingOrError, EmptyState } from '../../../ui/states.tsx';
import { UnreadBadge } from '../../../ui/unread-badge.tsx';
import styles from '../components/messages.module.css';

const pageState = { page: whole(), size: oneOf([8, 15, 20]) } as const;

function ThreadRow({ thread, role }: { thread: ThreadView; role: Role }) {
  const { t } = useTranslation('messages');
  const { lastMessage, unread, awaitsAnswerSince } = thread;
  const other = role === 'BENEFICIAIRE' ? thread.organisation : thread.beneficiary;
  return (
    <li>
      <Link
        to={`/messages/${String(thread.stepId)}`}
        className={styles['thread']}
        data-unread={unread > 0 || undefined}
      >
        <Group component="span" gap="4px 10px">
          <strong>
            <bdi>{other}</bdi>
          </strong>
          <UnreadBadge count={unread} />
          {unread === 0 ? null : (
            <VisuallyHidden component="span">
              {t(role === 'BENEFICIAIRE' ? 'list.unread' : 'list.unanswered', { count: unread })}
            </VisuallyHidden>
          )}
          {lastMessage === null ? null : (
            <Box component="span" className={layout['small']} ms="auto">
              <LtrText>{formatMoment(lastMessage.sentAt)}</LtrText>
            </Box>
          )}
        </Group>
        {awaitsAnswerSince === null ? null : (
          <Box component="span" c="var(--wasl-on-accent-soft)" fz={13} fw={600}>
            {t('list.waiting', { at: isolated(formatMoment(awaitsAnswerSince)) })}
          </Box>
        )}
        <span className={layout['small']}>
          <LtrText>{thread.numRequest}</LtrText> · {thread.service}
        </span>
        <Box
          component="span"
          className={lastMessage === null ? layout['muted'] : layout['cut']}
          fw={unread > 0 ? 600 : 400}
          dir="auto"
        >
          {lastMessage === null ? (
            t('list.silent')
          ) : (
            <LtrNumbers
              text={
                lastMessage.side === role
                  ? t('list.us', { text: lastMessage.body })
                  : lastMessage.body
              }
            />
          )}
        </Box>
      </Link>
    </li>
  );
}

/** Conversations of the person; for an agent, those awaiting an answer come first. */
export default function InboxPage() {
  const { t } = useTranslation('messages');
  const role = useSession()?.role ?? 'BENEFICIAIRE';
  const [state, set] = useUrlState(pageState);
  const { data, total, error, reload } = useEndpoint(
    'listThreads',
    { query: { page: state.page, size: state.size } },
    { refreshInterval: usePollingInterval(30_000), isQuiet: true },
  );
  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  if (data.length === 0 && state.page === 0) {
    return (
      <EmptyState
        icon={<IconMessages size={44} stroke={1.4} aria-hidden />}
        title={t('list.empty')}
        reason={t(`list.emptyReason.${role}`)}
      />
    );
  }
  return (
    <Stack maw={860}>
      <Stack component="ul" gap="xs" aria-label={t('list.label')}>
        {data.map((thread) => (
          <ThreadRow key={thread.stepId} thread={thread} role={role} />
        ))}
      </Stack>
      <DataTableFoot
        rows={data}
        total={total}
        page={state.page}
        size={state.size}
        onChange={(change) => set(change as Parameters<typeof set>[0])}
      />
    </Stack>
  );
}
