import { Button, Group, Stack } from '@mantine/core';
import { type CriterionInput, places, type RequestView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { readDraft } from '../../../lib/draft.ts';
import { formatMoment, isolated } from '../../../lib/formats.ts';
import { useEndpoint } from '../../../lib/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../ui/ltr-numbers.tsx';

/** What waits for the person, in the order of what others wait for; each with its one button. */
const kinds = {
  HAND_IN: { key: 'turn', value: 'HAND_IN', to: (id: number) => places.followUp(id) },
  REPHRASE: { key: 'status', value: 'A_REFOURMULER', to: (id: number) => places.editRequest(id) },
  RATE: { key: 'turn', value: 'RATE', to: (id: number) => places.followUp(id) },
  DRAFT: {
    key: 'status',
    value: 'EN_COURS_DE_CREATION',
    to: (id: number) => places.editRequest(id),
  },
} as const;
type Kind = keyof typeof kinds;
const order = Object.keys(kinds) as readonly Kind[];
/** How many of a kind are named: the list below has them all. */
const named = 3;

function useWaiting(kind: Kind): readonly RequestView[] {
  const { key, value } = kinds[kind];
  const { data } = useEndpoint('filterRequests', {
    query: { page: 0, size: named, sort: 'dateRequest,desc' },
    body: [{ key, operation: 'EQUALS', value } as CriterionInput],
  });
  // What an organisation filed waits for an agreement first: it stands above.
  return (data ?? []).filter(({ abilities }) => key === 'turn' || abilities.canEdit);
}

/** A request begun on this device and saved nowhere else; null where there is none. */
export function unsavedRequest(): { readonly savedAt: number } | null {
  return readDraft('request');
}

function Turn({ text, action, name, to }: Record<'text' | 'action' | 'name' | 'to', string>) {
  return (
    <Group component="li" justify="space-between" gap="xs">
      <span>
        <LtrNumbers text={text} />
      </span>
      <Button component={Link} to={to} size="sm" variant="light" aria-label={name}>
        {action}
      </Button>
    </Group>
  );
}

/** Your turn: what others wait for, and what was begun, whatever the list below is filtered by. */
export function YourTurn() {
  const { t } = useTranslation('requests');
  const waiting = {
    HAND_IN: useWaiting('HAND_IN'),
    REPHRASE: useWaiting('REPHRASE'),
    RATE: useWaiting('RATE'),
    DRAFT: useWaiting('DRAFT'),
  } satisfies Record<Kind, unknown>;
  const unsaved = unsavedRequest();
  if (unsaved === null && order.every((kind) => waiting[kind].length === 0)) return null;
  return (
    <Stack component="section" className={layout['card']} gap="sm" aria-labelledby="your-turn">
      <h2 id="your-turn" className={layout['title']}>
        {t('turn.title')}
      </h2>
      <Stack component="ul" gap="xs">
        {order.flatMap((kind) =>
          waiting[kind].map(({ id, numRequest }) => (
            <Turn
              key={`${kind} ${String(id)}`}
              text={t(`turn.${kind}`, { number: isolated(numRequest) })}
              action={t(`turn.action.${kind}`)}
              name={t('actions.of', { action: t(`turn.action.${kind}`), number: numRequest })}
              to={kinds[kind].to(id)}
            />
          )),
        )}
        {unsaved === null ? null : (
          <Turn
            text={t('turn.UNSAVED', { date: isolated(formatMoment(new Date(unsaved.savedAt))) })}
            action={t('turn.action.UNSAVED')}
            name={t('turn.resume')}
            to="/newRequest"
          />
        )}
      </Stack>
    </Stack>
  );
}
