import { Button, Group, Stack } from '@mantine/core';
import type { PendingWork, WaitingKind } from '@wasl/contracts';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { TaskCard } from '../../../domain/requests/task-card.tsx';
import { readDraft } from '../../../lib/drafts/draft-store.ts';
import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import layout from '../../../ui/layout/layout.module.css';
import { useYourTurn } from '../api/your-turn.ts';
import { RequestCard, type ShowDialog } from './request-card.tsx';

/** Kinds in the order of urgency for others; ratings are optional, and only the newest leads. */
const order = [
  'AGREE',
  'HAND_IN',
  'ANSWER',
  'REPHRASE',
  'DRAFT',
  'RATE',
] as const satisfies WaitingKind[];

/** Cards shown before "show all". */
const visibleCount = 3;

/** Unsaved request on this device; null without one. */
export function unsavedRequest(): { readonly savedAt: number } | null {
  return readDraft('request');
}

/** Start of an unsaved request on this device or on the account; null without one. */
function unsavedSince(work: PendingWork | undefined): Date | null {
  const savedAt = unsavedRequest()?.savedAt ?? work?.UNSAVED ?? null;
  return savedAt === null ? null : new Date(savedAt);
}

/** What waits of a kind. During an upgrade, a server of the earlier version answers without the newest kind. */
const waitingOf = (work: Partial<PendingWork> | undefined, kind: WaitingKind) =>
  work?.[kind] ?? { total: 0, requests: [] };

/** Whether something waits that is not optional. */
const isUrgent = (work: PendingWork | undefined) =>
  order.some((kind) => kind !== 'RATE' && waitingOf(work, kind).requests.length > 0);

/** Whether a card has the page's primary button. */
export const hasTasks = (work: PendingWork | undefined) =>
  isUrgent(work) || unsavedSince(work) !== null;

/** What waits for the person, independent of the list's filter: one card for each request. */
export function YourTurn({ show }: { show: ShowDialog }) {
  const { t } = useTranslation(['requests', 'common']);
  const listId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useYourTurn();
  const [isWhole, setWhole] = useState(false);
  const unsaved = unsavedSince(data);
  const onDone = () => {
    // The card disappears, so the heading takes the focus.
    heading.current?.focus();
    void refresh('getYourTurn', 'filterRequests', 'listSteps', 'requestHistory');
  };
  const requests = order.flatMap((kind) =>
    waitingOf(data, kind).requests.map((request) => ({ kind, request })),
  );
  // Good news first.
  const news = requests.findIndex(({ kind }) => kind === 'RATE');
  if (news > 0) requests.unshift(...requests.splice(news, 1));
  const primary = requests.findIndex(({ kind }) => kind !== 'RATE');
  const cards: ReactNode[] = requests.map(({ kind, request }, index) => (
    <RequestCard
      key={`${kind} ${String(request.id)}`}
      kind={kind}
      request={request}
      isPrimary={index === primary}
      show={show}
      onDone={onDone}
    />
  ));
  if (unsaved !== null)
    cards.push(
      <TaskCard key="UNSAVED" title={t('turn.UNSAVED', { date: isolated(formatMoment(unsaved)) })}>
        <Group>
          <Button
            component={Link}
            to="/newRequest"
            variant={isUrgent(data) ? 'light' : 'filled'}
            aria-label={t('turn.resume')}
          >
            {t('turn.action.UNSAVED')}
          </Button>
        </Group>
      </TaskCard>,
    );
  // Local drafts wait for the server's answer, so that the list does not move.
  if (cards.length === 0 || (data === undefined && error === undefined)) return null;
  const known = order.reduce((sum, kind) => sum + waitingOf(data, kind).total, 0);
  const beyond = known - requests.length;
  const total = cards.length + beyond;
  const Icon = isWhole ? IconChevronUp : IconChevronDown;
  return (
    <Stack component="section" gap="sm" aria-labelledby="your-turn">
      <h2 id="your-turn" ref={heading} tabIndex={-1} className={layout['title']}>
        {t('turn.title')}
      </h2>
      <Stack component="ul" id={listId} gap="xs">
        {isWhole ? cards : cards.slice(0, visibleCount)}
      </Stack>
      {isWhole && beyond > 0 ? (
        <p className={layout['small']}>{t('turn.beyond', { rest: beyond })}</p>
      ) : null}
      {total > visibleCount ? (
        <Button
          variant="transparent"
          px={0}
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={isWhole}
          aria-controls={listId}
          rightSection={<Icon size={18} aria-hidden />}
          onClick={() => setWhole((now) => !now)}
        >
          {isWhole ? t('common:actions.less') : t('turn.all', { total })}
        </Button>
      ) : null}
    </Stack>
  );
}
