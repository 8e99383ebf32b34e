import { Box, Group, VisuallyHidden } from '@mantine/core';
import { type Role, type ThreadView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type To } from 'react-router-dom';

import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { UnreadBadge } from '../../../ui/unread-badge.tsx';
import styles from './messages.module.css';

/** A conversation of the list; the row opens it. */
export function ThreadRow({
  thread,
  viewer,
  to,
  isCurrent = false,
  children,
}: {
  thread: ThreadView;
  viewer: Role;
  to: To;
  /** Whether the conversation is open next to the list. */
  isCurrent?: boolean;
  /** Before the row, for example a checkbox. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('messages');
  const { lastMessage, unread, awaitsAnswerSince } = thread;
  const other = viewer === 'BENEFICIAIRE' ? thread.organisation : thread.beneficiary;
  return (
    <Group component="li" gap={8} wrap="nowrap">
      {children}
      <Link
        to={to}
        className={styles['thread']}
        aria-current={isCurrent || undefined}
        data-unread={unread > 0 || undefined}
      >
        <Group component="span" gap="4px 10px">
          <strong>
            <bdi>{other}</bdi>
          </strong>
          <UnreadBadge count={unread} />
          {unread === 0 ? null : (
            <VisuallyHidden component="span">
              {t(viewer === 'BENEFICIAIRE' ? 'list.unread' : 'list.unanswered', { count: unread })}
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
                lastMessage.side === viewer
                  ? t('list.us', { text: lastMessage.body })
                  : lastMessage.body
              }
            />
          )}
        </Box>
      </Link>
    </Group>
  );
}
