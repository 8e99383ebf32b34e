import { Stack } from '@mantine/core';
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
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import styles from '../administration.module.css';
import { useCall } from '../api/use-call.ts';
import { failedQueues } from '../rules/failure-queues.ts';

/** The most urgent first: a request that no organisation sees, then people who cannot sign in. */
const tasks = [
  { key: 'requests', to: '/unrouted', Icon: IconRouteAltLeft },
  { key: 'agents', to: '/approvals#agents', Icon: IconUserCheck },
  { key: 'organisations', to: '/approvals#organisations', Icon: IconBuilding },
  { key: 'services', to: '/approvals#services', Icon: IconHeartHandshake },
] as const;

function Task({ to, Icon, text }: { to: string; Icon: typeof IconBuilding; text: string }) {
  return (
    <Link to={to} className={styles['task']}>
      <Icon size={24} stroke={1.6} aria-hidden />
      <span className={layout['strong']}>{text}</span>
      <IconChevronRight size={20} aria-hidden data-mirrored />
    </Link>
  );
}

/** What waits for an administrator, and nothing else. */
export default function HomePage() {
  const { t } = useTranslation('administration');
  const { data, error, reload } = useCall('readWaiting', {});
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const waiting = tasks.filter(({ key }) => data[key] > 0);
  const failures = failedQueues(data);
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
          <Task to={to} Icon={Icon} text={t(`home.${key}`, { count: data[key] })} />
        </li>
      ))}
      {failures.map(({ key, count }) => (
        <li key={key}>
          <Task
            to={`/failures?queue=${key}`}
            Icon={IconAlertTriangle}
            text={t(`home.failures.${key}`, { count })}
          />
        </li>
      ))}
    </Stack>
  );
}
