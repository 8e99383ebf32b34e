import { Box, Checkbox, Group, Stack } from '@mantine/core';
import type { RequestView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';

import { TaskCard } from '../../../domain/requests/task-card.tsx';
import { readDraft, writeDraft } from '../../../lib/drafts/draft-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { observationItems } from '../rules/observation-items.ts';

/** Checked items of a request, stored on this device by their text: a new observation starts unchecked. */
function useTicks(requestId: number) {
  const name = `rephrase-${String(requestId)}`;
  const [ticked, setTicked] = useState<readonly string[]>(
    () => readDraft<readonly string[]>(name)?.value ?? [],
  );
  const tick = (item: string, isDone: boolean) => {
    const next = isDone ? [...ticked, item] : ticked.filter((other) => other !== item);
    setTicked(next);
    writeDraft(name, next);
  };
  return { ticked, tick };
}

/** Checklist of the observation with links to the steps of the wizard. It stays until the request is submitted again. */
export function RephraseList({
  request,
  places,
  onGo,
}: {
  request: RequestView;
  places: readonly string[];
  onGo: (step: number) => void;
}) {
  const { t } = useTranslation('requests');
  const { ticked, tick } = useTicks(request.id);
  const items = observationItems(request.observation ?? '');
  if (items.length === 0) return null;
  const isRejected = request.status.string_1 === 'REJECTED';
  const done = items.filter((item) => ticked.includes(item)).length;
  const list = (
    <Banner
      tone={isRejected ? 'error' : 'info'}
      title={t(isRejected ? 'observation.rejected' : 'rephrase.title')}
    >
      <Stack gap="sm" mt={4}>
        <Stack component="fieldset" gap={4}>
          <legend>{t(isRejected ? 'rephrase.title' : 'observation.info')}</legend>
          {items.map((item) => (
            <Checkbox
              key={item}
              py={8}
              label={
                <Box component="bdi" {...(ticked.includes(item) && { td: 'line-through' })}>
                  {item}
                </Box>
              }
              checked={ticked.includes(item)}
              onChange={(event) => tick(item, event.currentTarget.checked)}
            />
          ))}
        </Stack>
        <p role="status">
          {t('rephrase.done', { done, total: items.length })} · {t('rephrase.lead')}
        </p>
        <Group component="nav" gap="8px 12px" aria-label={t('rephrase.places')}>
          <strong aria-hidden>{t('rephrase.places')}</strong>
          {places.map((place, step) => (
            <button
              className={layout['outlined']}
              key={place}
              type="button"
              onClick={() => onGo(step)}
            >
              {place}
            </button>
          ))}
        </Group>
        <p>{t(isRejected ? 'rephrase.then' : 'rephrase.again')}</p>
      </Stack>
    </Banner>
  );
  return isRejected ? (
    <ul>
      <TaskCard title={t('turn.REPHRASE')}>{list}</TaskCard>
    </ul>
  ) : (
    list
  );
}
