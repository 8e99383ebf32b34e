import { Box, Stack, VisuallyHidden } from '@mantine/core';
import {
  IconCalculator,
  IconCalendar,
  IconChartBar,
  IconFilePlus,
  IconFiles,
  IconMapPin,
  IconMessages,
  IconSparkles,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';

import { useUnread } from '../../domain/notices/use-unread.ts';
import type { Session } from '../../lib/session/session.ts';
import { UnreadBadge } from '../../ui/unread-badge.tsx';
import styles from './layout.module.css';

/** Whether an address equals `at` or is below it: `/simulator-nordev` is not below `/simulator`. */
function isWithin(pathname: string, at: string): boolean {
  return `${pathname}/`.startsWith(`${at}/`);
}

/**
 * Main entries: requests and messages for both roles; the estimate and the two simulators for beneficiaries; the
 * counter, statistics and the organisation for agents.
 */
export function Navigation({
  session,
  onFollow,
}: {
  session: Session;
  /** Called when a link is followed, to close the drawer of a phone. */
  onFollow?: () => void;
}) {
  const { t } = useTranslation('layout');
  const isBeneficiary = session.role === 'BENEFICIAIRE';
  const { messages: unread } = useUnread();
  const { pathname } = useLocation();
  const entries = [
    { to: '/today', label: t('titles.today'), Icon: IconCalendar, isShown: !isBeneficiary },
    {
      to: '/requests',
      // Their addresses are outside `/requests`, but they belong to this entry.
      also: ['/', '/home', '/newRequest', '/editRequest'],
      label: t('nav.requests'),
      Icon: IconFiles,
      isShown: true,
    },
    {
      to: '/messages',
      label: t('titles.messages'),
      Icon: IconMessages,
      isShown: true,
      unread,
    },
    {
      to: '/fileRequest',
      label: t('titles.fileRequest'),
      Icon: IconFilePlus,
      isShown: !isBeneficiary,
    },
    {
      to: '/statistics',
      label: t('titles.statistics'),
      Icon: IconChartBar,
      isShown: !isBeneficiary,
    },
    {
      to: '/organisation',
      label: t('titles.organisation'),
      Icon: IconMapPin,
      isShown: !isBeneficiary,
    },
    { to: '/estimation', label: t('titles.estimate'), Icon: IconSparkles, isShown: isBeneficiary },
    {
      to: '/simulator-nordev',
      label: t('titles.simulatorNordev'),
      audience: t('nav.forNordev'),
      Icon: IconMapPin,
      isShown: isBeneficiary,
    },
    {
      to: '/simulator',
      label: t('titles.simulator'),
      audience: t('nav.forGeneral'),
      Icon: IconCalculator,
      isShown: isBeneficiary,
    },
  ];
  return (
    <nav aria-label={t('nav.main')}>
      <Stack component="ul" gap={4}>
        {entries
          .filter((entry) => entry.isShown)
          .map(({ to, also = [], label, audience, Icon, unread: count = 0 }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles['link']}
                aria-current={
                  [to, ...also].some((at) => isWithin(pathname, at)) ? 'page' : undefined
                }
                {...(onFollow ? { onClick: onFollow } : {})}
              >
                <Icon size={22} stroke={1.6} aria-hidden />
                <span>
                  {label}
                  {audience === undefined ? null : (
                    <Box component="small" display="block">
                      {audience}
                    </Box>
                  )}
                </span>
                <UnreadBadge count={count} />
                {count === 0 ? null : (
                  <VisuallyHidden>
                    {t(isBeneficiary ? 'nav.unread' : 'nav.unanswered', { count })}
                  </VisuallyHidden>
                )}
              </Link>
            </li>
          ))}
      </Stack>
    </nav>
  );
}
