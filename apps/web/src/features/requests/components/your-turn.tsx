import { Button, Group, Stack } from '@mantine/core';
import { places, type WaitingKind, type PendingWork as Waiting } from '@wasl/contracts';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { readDraft } from '../../../lib/drafts/draft-store.ts';
import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';
import { useYourTurn } from '../api/your-turn.ts';

/** Kinds in the order of urgency for others; agreements have a banner of their own. */
const order = ['HAND_IN', 'REPHRASE', 'RATE', 'DRAFT'] as const satisfies WaitingKind[];
const addresses = {
  HAND_IN: places.followUp,
  REPHRASE: places.editRequest,
  RATE: places.followUp,
  DRAFT: places.editRequest,
} as const;

/** Entries shown before "show all": on a phone the list must start in the same window. */
const visibleCount = 3;

/** Unsaved request on this device; null without one. */
export function unsavedRequest(): { readonly savedAt: number } | null {
  return readDraft('request');
}

function savedElsewhere(waiting: Waiting | undefined): { readonly savedAt: number } | null {
  const savedAt = waiting?.UNSAVED ?? null;
  return savedAt === null ? null : { savedAt: Date.parse(savedAt) };
}

type PendingActionProps = Readonly<
  Record<'id' | 'text' | 'short' | 'action' | 'name' | 'to', string>
>;

/** On a phone only the button, which names the action, is shown to save a line. */
function PendingAction({ text, short, action, name, to }: PendingActionProps) {
  return (
    <Group component="li" justify="space-between" gap="xs">
      <span className={layout['wide']}>
        <LtrNumbers text={text} />
      </span>
      <span className={layout['narrow']}>
        <LtrNumbers text={short} />
      </span>
      <Button component={Link} to={to} size="sm" variant="light" px="sm" aria-label={name}>
        {action}
      </Button>
    </Group>
  );
}

/** One entry per named request, and one for the unsaved draft. */
function usePendingActions(waiting: Waiting | undefined): PendingActionProps[] {
  const { t } = useTranslation('requests');
  const unsaved = unsavedRequest() ?? savedElsewhere(waiting);
  const actions = order.flatMap((kind) =>
    (waiting?.[kind].requests ?? []).map(({ id, numRequest }) => ({
      id: `${kind} ${String(id)}`,
      text: t(`turn.${kind}`, { number: isolated(numRequest) }),
      short: isolated(numRequest),
      action: t(`turn.action.${kind}`),
      name: t('actions.of', { action: t(`turn.action.${kind}`), number: numRequest }),
      to: addresses[kind](id),
    })),
  );
  if (unsaved === null) return actions;
  const date = isolated(formatMoment(new Date(unsaved.savedAt)));
  const unsavedAction = {
    id: 'UNSAVED',
    text: t('turn.UNSAVED', { date }),
    short: date,
    action: t('turn.action.UNSAVED'),
    name: t('turn.resume'),
    to: '/newRequest',
  };
  return [...actions, unsavedAction];
}

/** Pending actions and unfinished requests, independent of the list's filter. */
export function YourTurn() {
  const { t } = useTranslation(['requests', 'common']);
  const listId = useId();
  const { data, error } = useYourTurn();
  const actions = usePendingActions(data);
  const [isWhole, setWhole] = useState(false);
  // Local drafts wait for the server's answer, so that the list does not move.
  if (actions.length === 0 || (data === undefined && error === undefined)) return null;
  const named = order.reduce((sum, kind) => sum + (data?.[kind].requests.length ?? 0), 0);
  const known = order.reduce((sum, kind) => sum + (data?.[kind].total ?? 0), 0);
  const beyond = known - named;
  const total = actions.length + beyond;
  return (
    <Stack component="section" className={layout['card']} gap="sm" aria-labelledby="your-turn">
      <h2 id="your-turn" className={layout['title']}>
        {t('turn.title')}
      </h2>
      <Stack component="ul" id={listId} gap="xs">
        {(isWhole ? actions : actions.slice(0, visibleCount)).map((turn) => (
          <PendingAction key={turn.id} {...turn} />
        ))}
      </Stack>
      {isWhole && beyond > 0 ? (
        <p className={layout['small']}>{t('turn.beyond', { rest: beyond })}</p>
      ) : null}
      {total > visibleCount ? (
        <Button
          variant="transparent"
          size="sm"
          px={0}
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={isWhole}
          aria-controls={listId}
          rightSection={
            isWhole ? (
              <IconChevronUp size={18} aria-hidden />
            ) : (
              <IconChevronDown size={18} aria-hidden />
            )
          }
          onClick={() => setWhole((now) => !now)}
        >
          {isWhole ? t('common:actions.less') : t('turn.all', { total })}
        </Button>
      ) : null}
    </Stack>
  );
}
