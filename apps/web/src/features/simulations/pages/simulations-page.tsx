import { Box, Button, Checkbox, Group, Stack } from '@mantine/core';
import type { SavedSimulation } from '@wasl/contracts';
import { IconCopy, IconPencil, IconShare, IconTrash } from '@tabler/icons-react';
import { versionLabel } from '@wasl/premium';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { newRequestAddress } from '../../../domain/simulations/pending-simulation.ts';
import { formatMoment, isolated, useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';
import { useAmount } from '../components/amount.ts';
import { Comparison } from '../components/comparison.tsx';
import { simulatorAddresses } from '../components/simulator-addresses.ts';
import { NameForm } from '../forms/name-form.tsx';

const mostCompared = 3;

// Loaded on first use.
const ShareDialog = lazyWithRetry(() => import('../components/share-dialog.tsx'));

type Task = 'rename' | 'copy' | 'share' | 'remove';

function Entry({
  simulation,
  isChosen,
  isFull,
  onChoose,
  onTask,
}: {
  simulation: SavedSimulation;
  isChosen: boolean;
  /** The limit of compared simulations is reached. */
  isFull: boolean;
  onChoose: (isChosen: boolean) => void;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation(['simulations', 'shares']);
  const formats = useFormats();
  const { amount } = useAmount();
  const { id, scheme, createdAt, rate, amount: millions, rulesVersion } = simulation;
  const name = isolated(simulation.name);
  const tasks = [
    ['rename', IconPencil],
    ['copy', IconCopy],
    ['remove', IconTrash],
  ] as const;
  return (
    <li className={layout['card']}>
      <h2 className={layout['title']}>
        <Link to={`${simulatorAddresses.account[scheme]}?simulation=${String(id)}`}>
          <bdi>{simulation.name}</bdi>
        </Link>
      </h2>
      <p className={layout['small']}>
        {t('mine.facts', {
          scheme: t(`mine.${scheme}`),
          date: isolated(formatMoment(createdAt)),
          version: isolated(versionLabel({ version: rulesVersion })),
        })}
      </p>
      <Box component="p" fz="lg">
        <strong>
          <bdi>{amount(Math.round(millions * 1e6))}</bdi>
        </strong>{' '}
        · <bdi>{formats.percent(rate)}</bdi>
      </Box>
      <Group gap="xs" mt="sm">
        <Checkbox
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          label={t('mine.short.compareOne')}
          aria-label={t('mine.compareOne', { name })}
        />
        <Button
          component={Link}
          to={newRequestAddress(id)}
          variant="light"
          size="sm"
          aria-label={t('mine.ask', { name })}
        >
          {t('ask.button')}
        </Button>
        {tasks.map(([task, Icon]) => (
          <Button
            key={task}
            variant="subtle"
            size="sm"
            leftSection={<Icon size={18} aria-hidden />}
            aria-label={t(`mine.${task}`, { name })}
            onClick={() => onTask(task)}
          >
            {t(`mine.short.${task}`)}
          </Button>
        ))}
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconShare size={18} aria-hidden />}
          aria-label={t('shares:title', { name })}
          onClick={() => onTask('share')}
        >
          {t('shares:short')}
        </Button>
      </Group>
    </li>
  );
}

export default function SimulationsPage() {
  const { t } = useTranslation('simulations');
  const attempt = useAttempt();
  const { data, error, reload } = useEndpoint('listSimulations', {});
  const rename = useEndpointAction('renameSimulation');
  const copy = useEndpointAction('copySimulation');
  const remove = useEndpointAction('deleteSimulation');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  // Retains the content during the closing animation.
  const [about, setAbout] = useState<SavedSimulation | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const compared = data.filter(({ id }) => chosen.includes(id));
  const name = isolated(about?.name ?? '');
  const done = async (word: 'saved' | 'copied' | 'removed') => {
    await reload();
    notify.success(t(`mine.${word}`));
    close();
  };
  const send = async (id: number, given: string) => {
    if (task === 'copy') await copy.run({ params: { id }, body: { name: given } });
    else await rename.run({ params: { id }, body: { name: given } });
    await done(task === 'copy' ? 'copied' : 'saved');
  };
  return (
    <Stack className={layout['text'] ?? ''}>
      <p className={layout['lead']}>{t('mine.lead')}</p>
      <Group>
        <Button component={Link} to="/estimation">
          {t('estimate.title')}
        </Button>
        <Link to="/simulator-nordev">{t('public.nordev')}</Link>
        <Link to="/simulator">{t('public.general')}</Link>
      </Group>
      {data.length === 0 ? <p className={layout['muted']}>{t('mine.none')}</p> : null}
      {compared.length < 2 ? null : <Comparison chosen={compared} />}
      {chosen.length < mostCompared ? null : (
        <p className={layout['small']} role="status">
          {t('mine.most')}
        </p>
      )}
      <Stack component="ul" aria-label={t('mine.label')}>
        {data.map((simulation) => (
          <Entry
            key={simulation.id}
            simulation={simulation}
            isChosen={chosen.includes(simulation.id)}
            isFull={chosen.length >= mostCompared}
            onChoose={(isChosen) => {
              const others = chosen.filter((id) => id !== simulation.id);
              setChosen(isChosen ? [...others, simulation.id] : others);
            }}
            onTask={(next) => {
              setAbout(simulation);
              setTask(next);
            }}
          />
        ))}
      </Stack>
      <Dialog
        opened={task === 'rename' || task === 'copy'}
        onClose={close}
        title={task === 'copy' ? t('mine.copy', { name }) : t('mine.rename', { name })}
        isSmall
      >
        {about === null ? null : (
          <NameForm
            key={`${String(task)} ${String(about.id)}`}
            draftName={`${String(task)}-simulation-${String(about.id)}`}
            name={
              task === 'copy' ? t('mine.copyName', { name: about.name }).slice(0, 200) : about.name
            }
            onSend={(given) => send(about.id, given)}
          />
        )}
      </Dialog>
      {task === 'share' || about !== null ? (
        <Suspense fallback={null}>
          <ShareDialog
            simulation={data.find(({ id }) => id === about?.id) ?? null}
            opened={task === 'share'}
            onClose={close}
            onChanged={reload}
          />
        </Suspense>
      ) : null}
      <ConfirmDialog
        opened={task === 'remove'}
        tone="danger"
        title={t('mine.remove', { name })}
        confirmLabel={t('mine.remove', { name })}
        isRunning={remove.isRunning}
        onClose={close}
        onConfirm={async () => {
          if (about === null) return;
          await attempt(async () => {
            await remove.run({ params: { id: about.id } });
            setChosen(chosen.filter((id) => id !== about.id));
            await done('removed');
          });
          close();
        }}
      >
        {t('mine.removeText')}
      </ConfirmDialog>
    </Stack>
  );
}
