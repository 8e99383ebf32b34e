import { Box, Stack } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuilding,
  IconChevronRight,
  IconCircleCheck,
  IconHeartHandshake,
  IconRouteAltLeft,
  IconUserCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import styles from '../administration.module.css';
import { useCall } from '../api/use-call.ts';

/** The most urgent first: a request that no organisation sees, then people who cannot sign in. */
const tasks = [
  { key: 'requests', to: '/unrouted', Icon: IconRouteAltLeft },
  { key: 'agents', to: '/approvals#agents', Icon: IconUserCheck },
  { key: 'organisations', to: '/approvals#organisations', Icon: IconBuilding },
  { key: 'services', to: '/approvals#services', Icon: IconHeartHandshake },
] as const;

/** Queues of `readWaiting`, and the command that shows why a row failed. */
const queues = [
  { key: 'mails', command: 'mails list' },
  { key: 'telephones', command: 'messages list' },
  { key: 'webhooks', command: 'webhooks list' },
  { key: 'jobs', command: 'jobs' },
] as const;

/** What waits for an administrator, and nothing else. */
export default function HomePage() {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useCall('readWaiting', {});
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const waiting = tasks.filter(({ key }) => data[key] > 0);
  const failures = queues.flatMap(({ key, command }) => {
    const count = data.failures.find(({ queue }) => queue === key)?.failed ?? 0;
    return count === 0 ? [] : [{ key, command, count }];
  });
  if (waiting.length === 0 && failures.length === 0) {
    return (
      <div className={layout['card']}>
        <EmptyState
          icon={<IconCircleCheck size={40} stroke={1.4} aria-hidden />}
          title={t('home.nothing')}
          reason={t('home.nothingReason')}
        />
      </div>
    );
  }
  return (
    <Stack component="ul" gap="sm" maw={720}>
      {waiting.map(({ key, to, Icon }) => (
        <li key={key}>
          <Link to={to} className={styles['task']}>
            <Icon size={24} stroke={1.6} aria-hidden />
            <span className={layout['strong']}>{t(`home.${key}`, { count: data[key] })}</span>
            <IconChevronRight size={20} aria-hidden data-turns />
          </Link>
        </li>
      ))}
      {failures.map(({ key, command, count }) => (
        <li key={key} className={styles['task']}>
          <IconAlertTriangle size={24} stroke={1.6} aria-hidden />
          <div>
            <p className={layout['strong']}>{t(`home.failures.${key}`, { count })}</p>
            <Box component="p" className={layout['small']}>
              {t('home.command')}{' '}
              <LtrText>
                <code>npm run admin -- {command}</code>
              </LtrText>
            </Box>
          </div>
        </li>
      ))}
    </Stack>
  );
}
