import { Box, Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconMessages } from '@tabler/icons-react';
import type { ThreadView } from '@wasl/contracts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { Keys } from '../../../domain/processing/keys/keys.tsx';
import { isolated } from '../../../lib/format/formats.ts';
import { usePollingInterval } from '../../../lib/http/polling-interval.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import {
  oneOf,
  type StateOf,
  text,
  whole,
  writeState,
} from '../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { DataTableFoot } from '../../../ui/data-table-foot.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { usePageTitle } from '../../../ui/page-title.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { EmptyState, LoadingOrError } from '../../../ui/states.tsx';
import { usePagedList } from '../../../ui/use-paged-list.ts';
import Conversation from './conversation.tsx';
import { NoAnswerBar } from './no-answer-bar.tsx';
import { ThreadHead } from './thread-head.tsx';
import { ThreadRow } from './thread-row.tsx';
import { nextConversation } from '../rules/next-conversation.ts';
import styles from './messages.module.css';

const views = ['all', 'mine'] as const;
const inboxState = {
  view: oneOf(views),
  search: text(),
  page: whole(),
  size: oneOf([8, 15, 20]),
  /** Step of the open conversation; 0 for none. */
  step: whole(),
} as const;
type State = StateOf<typeof inboxState>;

/** Where the field is next to the list, a conversation opens in it; on a phone it opens at its messages. */
const hashOfOpen = () => (window.matchMedia('(min-width: 62.01em)').matches ? 'messages' : '');

/** Addresses of the page with a part of its state changed. */
function useAddresses(state: State) {
  const [params] = useSearchParams();
  const of = (change: Partial<State>) => ({
    pathname: '/messages',
    search: writeState(inboxState, { ...state, ...change }, params).toString(),
  });
  return { of, open: (step: number) => ({ ...of({ step }), hash: hashOfOpen() }) };
}

/** The open conversation; its answer leads to the next one. */
function OpenConversation({
  stepId,
  next,
  addresses,
}: {
  stepId: number;
  next: ThreadView | undefined;
  addresses: ReturnType<typeof useAddresses>;
}) {
  const { t } = useTranslation(['messages', 'agent']);
  const { hash } = useLocation();
  const place = useRef<HTMLElement>(null);
  const onward = useRef<HTMLAnchorElement & HTMLParagraphElement>(null);
  const { data } = useEndpoint(
    'getMessages',
    { params: { stepId }, query: {} },
    { keepPreviousData: false },
  );
  const head = data?.thread;
  usePageTitle(head && t('dialog', { number: head.numRequest }));
  // With a hash its part takes the focus, once it has loaded.
  useEffect(() => {
    if (hash === '') place.current?.focus();
  }, [stepId, hash]);
  // After an answer the list loads again. A sentence can then replace the focused link to the next conversation.
  const isSettled = useRef(false);
  useEffect(() => {
    if (isSettled.current && document.activeElement === document.body) onward.current?.focus();
  }, [next?.stepId]);
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles['pane']}
      aria-label={head === undefined ? undefined : t('dialog', { number: head.numRequest })}
    >
      <Link
        to={addresses.of({ step: 0 })}
        className={`${layout['tall'] ?? ''} ${styles['back'] ?? ''}`}
      >
        <IconChevronLeft size={18} aria-hidden data-mirrored />
        {t('agent:inbox.back')}
      </Link>
      {head === undefined ? null : (
        <ThreadHead head={head} viewer="PARTENAIRE">
          {next === undefined ? (
            <Box component="p" ref={onward} tabIndex={-1} className={layout['small']} ms="auto">
              {t('agent:inbox.noNext')}
            </Box>
          ) : (
            <Button
              component={Link}
              ref={onward}
              to={addresses.open(next.stepId)}
              variant="default"
              size="sm"
              ms="auto"
              maw="100%"
              rightSection={<IconChevronRight size={18} aria-hidden data-mirrored />}
            >
              <span className={layout['cut']}>
                {t('agent:inbox.next', { name: isolated(next.beneficiary) })}
              </span>
            </Button>
          )}
        </ThreadHead>
      )}
      <Conversation
        stepId={stepId}
        viewer="PARTENAIRE"
        onSettled={() => {
          isSettled.current = true;
          onward.current?.focus();
        }}
      />
    </section>
  );
}

/** Rows of the list as elements, for the shortcuts. */
function useRowKeys(listId: string) {
  const rows = () => [...(document.getElementById(listId)?.children ?? [])];
  const at = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (by: 1 | -1) => () => {
    const to = at() === -1 && by === -1 ? rows().length - 1 : at() + by;
    rows()[to]?.querySelector<HTMLElement>('a[href]')?.focus();
  };
  return {
    next: move(1),
    previous: move(-1),
    choose: () => rows()[at()]?.querySelector<HTMLElement>('[type=checkbox]')?.click(),
  };
}

/** The step of the address, and since when its conversation waits, also after the answer. */
function useOpenStep(given: number, rows: readonly ThreadView[] | undefined) {
  const row = rows?.find(({ stepId }) => stepId === given);
  const [open, setOpen] = useState<{ stepId: number; since: string | null }>();
  const since = row?.awaitsAnswerSince ?? null;
  if (open?.stepId !== given || (open.since === null && since !== null))
    setOpen({ stepId: given, since });
  return { stepId: given, since: since ?? (open?.stepId === given ? open.since : null) };
}

/** An agent's conversations: those that await an answer first, with the open one next to the list. */
export default function AgentInbox() {
  const { t } = useTranslation(['messages', 'agent']);
  const [state, set] = useUrlState(inboxState);
  const navigate = useNavigate();
  // Mails and notices lead to `/messages/:stepId`.
  const led = useParams()['stepId'] ?? '';
  const step = /^\d{1,9}$/.test(led) ? Number(led) : state.step;
  const addresses = useAddresses(state);
  const listId = useId();
  const rowKeys = useRowKeys(listId);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const polling = usePollingInterval(30_000);
  const list = useEndpoint(
    'listThreads',
    {
      query: {
        page: state.page,
        size: state.size,
        ...(state.view === 'all' ? {} : { view: state.view }),
        ...(state.search === '' ? {} : { search: state.search }),
      },
    },
    // A search costs more, so that it is not polled.
    { refreshInterval: state.search === '' ? polling : 0, isQuiet: true },
  );
  const rows = list.data;
  const paged = usePagedList(list, rows, state, set);
  const next = nextConversation(rows ?? [], useOpenStep(step, rows));
  const isOpen = step !== 0;
  const waiting = (rows ?? []).filter(({ awaitsAnswerSince }) => awaitsAnswerSince !== null);
  const isNarrowed = state.search !== '' || state.view !== 'all';
  const open = (to: ThreadView | undefined) =>
    to === undefined ? null : () => navigate(addresses.open(to.stepId));
  return (
    <div className={styles['inbox']} data-open={isOpen || undefined}>
      <div className={styles['list']}>
        <Group gap="8px 16px">
          <Box flex="1 1 280px">
            <SearchBox
              label={t('agent:inbox.search')}
              placeholder={t('agent:inbox.placeholder')}
              search={state.search}
              onSearch={(search) => set({ search, page: 0 })}
            />
          </Box>
          <Group component="nav" gap={0} aria-label={t('agent:inbox.views')}>
            {views.map((view) => (
              <Link
                key={view}
                to={addresses.of({ view, page: 0 })}
                className={styles['view']}
                aria-current={view === state.view ? 'page' : undefined}
              >
                {t(`agent:inbox.view.${view}`)}
              </Link>
            ))}
          </Group>
          <Keys
            actions={{
              search: () => document.querySelector<HTMLElement>('main [type=search]')?.focus(),
              ...(isOpen
                ? { next: open(next), answer: () => void navigate({ hash: 'messages' }) }
                : rowKeys),
            }}
          />
        </Group>
        {rows === undefined ? (
          <LoadingOrError error={list.error} onRetry={list.reload} />
        ) : rows.length === 0 ? (
          <EmptyState
            icon={<IconMessages size={44} stroke={1.4} aria-hidden />}
            title={t(isNarrowed ? 'agent:inbox.none' : 'list.empty')}
            reason={t(
              state.search !== ''
                ? 'agent:inbox.searched'
                : isNarrowed
                  ? 'agent:inbox.noneOwn'
                  : 'list.emptyReason.PARTENAIRE',
            )}
            action={
              isNarrowed ? (
                <Button component={Link} variant="default" to={{ pathname: '/messages' }}>
                  {t('agent:inbox.showAll')}
                </Button>
              ) : null
            }
          />
        ) : (
          <>
            {isOpen || waiting.length < 2 ? null : (
              <Checkbox
                label={t('agent:inbox.chooseAll', { count: waiting.length })}
                checked={waiting.every(({ stepId }) => chosen.has(stepId))}
                indeterminate={
                  waiting.some(({ stepId }) => chosen.has(stepId)) &&
                  !waiting.every(({ stepId }) => chosen.has(stepId))
                }
                onChange={(event) =>
                  setChosen(
                    new Set(event.currentTarget.checked ? waiting.map((row) => row.stepId) : []),
                  )
                }
              />
            )}
            <Stack component="ul" gap="xs" id={listId} aria-label={t('list.label')}>
              {rows.map((thread) => (
                <ThreadRow
                  key={thread.stepId}
                  thread={thread}
                  viewer="PARTENAIRE"
                  to={addresses.open(thread.stepId)}
                  isCurrent={thread.stepId === step}
                >
                  {isOpen ? null : (
                    <Checkbox
                      aria-label={t('agent:inbox.choose', { name: isolated(thread.beneficiary) })}
                      disabled={thread.awaitsAnswerSince === null}
                      checked={chosen.has(thread.stepId) && thread.awaitsAnswerSince !== null}
                      onChange={(event) => {
                        const others = new Set(chosen);
                        if (event.currentTarget.checked) others.add(thread.stepId);
                        else others.delete(thread.stepId);
                        setChosen(others);
                      }}
                    />
                  )}
                </ThreadRow>
              ))}
            </Stack>
            <DataTableFoot caption={t('list.label')} {...paged} />
          </>
        )}
        {isOpen ? null : (
          <NoAnswerBar
            chosen={waiting.filter(({ stepId }) => chosen.has(stepId))}
            onDone={() => setChosen(new Set())}
          />
        )}
      </div>
      {isOpen ? (
        <OpenConversation key={step} stepId={step} next={next} addresses={addresses} />
      ) : null}
    </div>
  );
}
