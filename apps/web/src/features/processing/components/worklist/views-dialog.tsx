import { Box, Button, Group, Stack } from '@mantine/core';
import type { SavedView } from '@wasl/contracts';
import { IconCheck, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';

import { useErrorText } from '../../../../i18n/error-text.ts';
import { isolated } from '../../../../lib/format/formats.ts';
import { withoutLayers } from '../../../../lib/routing/history-layers.ts';
import { currentOf } from '../../../../lib/http/http.ts';
import { refresh } from '../../../../lib/http/refresh.ts';
import { type StateOf } from '../../../../lib/routing/address-state.ts';
import { useUrlState } from '../../../../lib/routing/url-state.ts';
import { useEndpoint, useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '../../../../ui/dialog.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { Menu } from '../../../../ui/menu.tsx';
import { notify } from '../../../../ui/notify.ts';
import { LoadingOrError } from '../../../../ui/states.tsx';
import { useAttempt, useShownAttempt } from '../../../../ui/use-failure.ts';
import { useMissingRecord } from '../../../../ui/use-missing-record.ts';
import { ViewFields } from '../../forms/view-form.tsx';
import { ColumnChoice, type ColumnChoiceProps } from './column-choice.tsx';
import { hasUnsaved, viewAddress, activeView, viewQuery } from '../../rules/saved-views.ts';
import { worklistState } from '../../rules/worklist-state.ts';

type State = StateOf<typeof worklistState>;
type Open = 'add' | 'rename' | 'remove';

interface ViewsProps {
  readonly state: State;
  readonly onClose: () => void;
  readonly onOpen: (what: Open, view: SavedView | null) => void;
}

function View({
  view,
  isCurrent,
  state,
  onClose,
  onOpen,
}: ViewsProps & { view: SavedView; isCurrent: boolean }) {
  const { t } = useTranslation('views');
  const navigate = useNavigate();
  const to = { search: viewAddress(view, state) };
  const choose = (event: MouseEvent) => {
    // The browser handles opening in another window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onClose();
    withoutLayers(() => void navigate(to));
  };
  return (
    <li className={layout['entry']}>
      <Box flex="1 1 200px">
        <Link
          to={to}
          className={layout['tall']}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={choose}
        >
          {isCurrent ? <IconCheck size={18} aria-hidden /> : null}
          <bdi>{view.name}</bdi>
        </Link>
        {view.isColleagueGone ? <p className={layout['small']}>{t('gone')}</p> : null}
      </Box>
      <Menu
        label={t('more', { name: isolated(view.name) })}
        entries={[
          {
            key: 'rename',
            label: t('rename'),
            icon: <IconPencil size={18} aria-hidden />,
            onChoose: () => onOpen('rename', view),
          },
          {
            key: 'remove',
            label: t('remove'),
            icon: <IconTrash size={18} aria-hidden />,
            tone: 'danger',
            onChoose: () => onOpen('remove', view),
          },
        ]}
      >
        <IconDots size={18} aria-hidden />
      </Menu>
    </li>
  );
}

/** Offers to save the changed filters to the view that they started from. */
function Left({ view, query, reload }: { view: SavedView; query: string; reload: () => unknown }) {
  const { t } = useTranslation('views');
  const errorText = useErrorText();
  const change = useEndpointAction('changeView');
  const { failure, attempt } = useShownAttempt();
  useMissingRecord(failure);
  const changed = currentOf(failure, 'VIEW_CHANGED');
  const save = async () => {
    await attempt(async () => {
      await change.run({ params: { id: view.id }, body: { query, version: view.version } });
      notify.success(t('saved', { name: isolated(view.name) }));
    });
    await reload();
  };
  return (
    <Banner tone={failure === null ? 'info' : 'error'} live>
      <p>
        {failure === null
          ? t('changed', { name: isolated(view.name) })
          : changed === undefined
            ? errorText(failure)
            : t('meanwhileFilter', { name: isolated(changed.name) })}
      </p>
      <Button mt="xs" size="sm" variant="default" loading={change.isRunning} onClick={save}>
        {t('update')}
      </Button>
    </Banner>
  );
}

function Views(props: ViewsProps) {
  const { t } = useTranslation('views');
  // Reloads, because a colleague may have saved a view.
  const { data, error, reload } = useEndpoint('listViews', {}, { dedupingInterval: 0 });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const { current, left } = activeView(data, props.state);
  const parts = [
    { key: 'own', label: t('own'), none: t('noneOwn'), views: data.filter((v) => !v.isShared) },
    {
      key: 'shared',
      label: t('shared'),
      none: t('noneShared'),
      views: data.filter((v) => v.isShared),
    },
  ];
  return (
    <Stack>
      <p className={layout['lead']}>{t('lead')}</p>
      {left === undefined ? null : (
        <Left view={left} query={viewQuery(props.state)} reload={reload} />
      )}
      {parts.map(({ key, label, none, views }) => (
        <section key={key} aria-label={label}>
          <h3 className={layout['strong']}>{label}</h3>
          {views.length === 0 ? (
            <p className={layout['small']}>{none}</p>
          ) : (
            <Stack component="ul" gap={0}>
              {views.map((view) => (
                <View key={view.id} view={view} isCurrent={view === current} {...props} />
              ))}
            </Stack>
          )}
        </section>
      ))}
      <Group>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => props.onOpen('add', null)}
        >
          {t('add')}
        </Button>
      </Group>
    </Stack>
  );
}

export default function ViewsDialog({
  opened,
  onClose,
  columns,
}: DialogProps & { columns: ColumnChoiceProps }) {
  const { t } = useTranslation('views');
  const attempt = useAttempt();
  const [state, set] = useUrlState(worklistState);
  const remove = useEndpointAction('deleteView');
  const [open, setOpen] = useState<Open | null>(null);
  // Retains the content during the closing animation, so that the text does not vanish.
  const [view, setView] = useState<SavedView | null>(null);
  const name = isolated(view?.name ?? '');
  const title = view === null ? t('addTitle') : t('renameTitle', { name });
  const shut = () => setOpen(null);
  const comeBy = (id: number) => {
    withoutLayers(() => set({ view: id }, { replace: true }));
  };
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={t('title')} size="md">
        <Views
          state={state}
          onClose={onClose}
          onOpen={(what, about) => {
            setView(about);
            setOpen(what);
          }}
        />
        <ColumnChoice {...columns} />
      </Dialog>
      {/* Outside the list: deleting the view closes its form but not the list. */}
      <Dialog opened={open === 'add' || open === 'rename'} onClose={shut} size="md" title={title}>
        <Stack>
          {view === null && hasUnsaved(state) ? (
            <Banner tone="info">{t('unsearched')}</Banner>
          ) : null}
          <ViewFields
            label={title}
            view={view}
            query={viewQuery(state)}
            onClose={shut}
            onSaved={async (saved) => {
              await refresh('listViews');
              notify.success(t('saved', { name: isolated(saved.name) }));
              shut();
              if (view !== null) return;
              onClose();
              comeBy(saved.id);
            }}
          />
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={open === 'remove'}
        tone="danger"
        title={t('removeTitle', { name })}
        confirmLabel={t('remove')}
        isRunning={remove.isRunning}
        onClose={shut}
        onConfirm={async () => {
          if (view === null) return;
          await attempt(async () => {
            await remove.run({ params: { id: view.id } });
            notify.success(t('removed', { name }));
            if (view.id === state.view) comeBy(0);
          });
          await refresh('listViews');
          shut();
        }}
      >
        <p>{t(view?.isShared === true ? 'removeShared' : 'removeOwn')}</p>
      </ConfirmDialog>
    </>
  );
}
