import { Box, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { browserOf, type SessionView } from '@wasl/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { formatMoment } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';

function Row({
  session,
  isBusy,
  onEnd,
}: {
  session: SessionView;
  isBusy: boolean;
  onEnd: () => void;
}) {
  const { t } = useTranslation('profile');
  const browser = browserOf(session.userAgent);
  const since = formatMoment(new Date(session.createdAt));
  return (
    <li className={layout['entry']}>
      <IconDeviceDesktop size={24} stroke={1.5} aria-hidden />
      <Box flex="1 1 240px">
        <Group component="p" gap="4px 12px" fw={600}>
          {browser === null ? t('sessions.unknown') : <LtrText>{browser}</LtrText>}
          {session.isCurrent ? (
            <StatusTag isSmall tone="progress" label={t('sessions.here')} />
          ) : null}
        </Group>
        <p className={layout['lead']}>
          <Box component="span" display="inline-block">
            {t('sessions.since')} <LtrText>{since}</LtrText>
          </Box>
          {' · '}
          <Box component="span" display="inline-block">
            {t('sessions.seen')} <LtrText>{formatMoment(new Date(session.lastSeenAt))}</LtrText>
          </Box>
        </p>
      </Box>
      {session.isCurrent ? null : (
        <Button
          variant="default"
          size="sm"
          disabled={isBusy}
          aria-label={t('sessions.endOf', { browser: browser ?? t('sessions.unknown'), since })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Sessions of the person; any other session can be ended here. The mail about a new browser leads here. */
export function SessionList() {
  const { t } = useTranslation('profile');
  const attempt = useAttempt();
  const { data, error, reload } = useEndpoint('listSessions', {});
  const endOne = useEndpointAction('endOneSession');
  const endOthers = useEndpointAction('endOtherSessions');
  const [announced, setAnnounced] = useState('');
  const { hash } = useLocation();
  const section = useRef<HTMLDivElement>(null);
  const isAsked = hash === '#sessions' && data !== undefined;
  useEffect(() => {
    if (isAsked) section.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  const isBusy = endOne.isRunning || endOthers.isRunning;
  const end = async (work: () => Promise<unknown>, done: string) => {
    await attempt(async () => {
      await work();
      setAnnounced(done);
    });
    await refresh('listSessions');
  };
  const hasOthers = data?.some((session) => !session.isCurrent) ?? false;
  return (
    <Stack ref={section} id="sessions" component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('sessions.title')}</h2>
      <p className={layout['lead']}>{t('sessions.lead')}</p>
      {error !== undefined && data === undefined ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <Stack component="ul" gap={0} aria-busy={data === undefined}>
          {data?.map((session) => (
            <Row
              key={session.id}
              session={session}
              isBusy={isBusy}
              onEnd={() =>
                void end(() => endOne.run({ params: { id: session.id } }), t('sessions.ended'))
              }
            />
          )) ?? (
            <li>
              <Skeleton height={48} />
            </li>
          )}
        </Stack>
      )}
      <Actions align="center">
        <p role="status" className={layout['lead']}>
          {announced}
        </p>
        <Button
          variant="default"
          disabled={!hasOthers}
          loading={endOthers.isRunning}
          onClick={() => void end(() => endOthers.run({}), t('sessions.allEnded'))}
        >
          {t('sessions.endOthers')}
        </Button>
      </Actions>
    </Stack>
  );
}
