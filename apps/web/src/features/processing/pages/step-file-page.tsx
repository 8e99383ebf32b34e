import { Button, Group, Stack } from '@mantine/core';
import { mostPositioned, places, type WorklistRow } from '@wasl/contracts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';

import { usePageTitle } from '../../../ui/page-title.tsx';
import { useFormats } from '../../../lib/format/formats.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { withoutLayers } from '../../../lib/routing/history-layers.ts';
import { useUrlState } from '../../../lib/routing/url-state.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LoadingOrError, EmptyState } from '../../../ui/states.tsx';
import { Keys } from '../../../domain/processing/keys/keys.tsx';
import { StepFile } from '../components/step-file/step-file.tsx';
import { useOwnerChange } from '../components/step/use-owner-change.ts';
import { tabQuery, worklistCriteriaOf, worklistState } from '../rules/worklist-state.ts';

/** Page of one step, with links to the previous and next step of the list. */
export default function StepFilePage() {
  const { t } = useTranslation(['worklist', 'agent', 'words']);
  const given = useParams()['stepId'] ?? '';
  const stepId = /^\d{1,9}$/.test(given) ? Number(given) : null;
  const [state] = useUrlState(worklistState);
  const { search } = useLocation();
  const navigate = useNavigate();
  const formats = useFormats();
  const owner = useOwnerChange();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const file = useEndpoint('getStepFile', stepId === null ? null : { params: { stepId } }, {
    keepPreviousData: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
  });
  const around = useEndpoint(
    'findNeighbours',
    stepId === null
      ? null
      : {
          query: {
            stepId,
            sort: `${state.sort.field},${state.sort.direction}`,
            ...tabQuery(state),
          },
          body: worklistCriteriaOf(state),
        },
    { keepPreviousData: false, dedupingInterval: 0 },
  );
  usePageTitle(file.data && t('agent:file.heading', { number: file.data.row.numRequest }));
  const { previous = null, next = null } = around.data ?? {};
  const opener = (to: typeof next) =>
    to === null
      ? null
      : () =>
          // A confirmed dialog goes back over its history entry, which must not undo the move.
          withoutLayers(
            () => void navigate({ pathname: places.stepFile(to.requestId, to.stepId), search }),
          );
  const [goBack, goOn] = [opener(previous), opener(next)];

  // The step was given up or its request returned, so the agent can no longer read it.
  const hasLostAccess =
    file.data !== undefined && file.error instanceof ApiError && file.error.status === 404;
  useEffect(() => {
    if (!hasLostAccess) return;
    if (goOn === null) withoutLayers(() => void navigate({ pathname: places.requests(), search }));
    else goOn();
  }, [hasLostAccess]); // eslint-disable-line react-hooks/exhaustive-deps -- once, when it goes

  const reload = async () => {
    await Promise.all([
      file.reload(),
      refresh('requestHistory', 'filterWorklist', 'countWorklist', 'getToday'),
    ]);
  };
  const row = file.data?.row;
  const takeable = row?.abilities.canUpdate === true && row.owner?.isMe !== true ? row : undefined;
  const take = async (taken: WorklistRow) => {
    if (stepId === null || owner.me === undefined) return;
    await owner.give(stepId, taken, owner.me);
    await reload();
  };

  if (stepId === null) return <EmptyState title={t('words:errors.NOT_FOUND')} />;
  const place = around.data?.place ?? null;
  const total = around.data?.total ?? 0;
  return (
    <Stack miw={0}>
      <Group component="nav" gap={8} ms="auto" aria-label={t('agent:file.neighbours')}>
        <Button
          variant="default"
          size="sm"
          disabled={goBack === null}
          leftSection={<IconChevronLeft size={18} aria-hidden data-mirrored />}
          onClick={() => goBack?.()}
        >
          {t('agent:file.previous')}
        </Button>
        <span className={layout['muted']}>
          {around.data === undefined
            ? null
            : place === null
              ? t('agent:file.outside', { total: formats.counted(total, mostPositioned) })
              : t('agent:file.place', {
                  place: formats.counted(place, mostPositioned),
                  total: formats.counted(total, mostPositioned),
                })}
        </span>
        <Button
          variant="default"
          size="sm"
          disabled={goOn === null}
          rightSection={<IconChevronRight size={18} aria-hidden data-mirrored />}
          onClick={() => goOn?.()}
        >
          {t('agent:file.next')}
        </Button>
        <Keys
          actions={{
            next: goOn,
            previous: goBack,
            take: takeable === undefined ? null : () => take(takeable),
            answer: () => void navigate({ search, hash: 'messages' }),
          }}
          further={['close', 'save']}
          help={{ isOpen: isHelpOpen, onChange: setHelpOpen }}
        />
      </Group>
      {file.data === undefined ? (
        <LoadingOrError error={file.error} onRetry={file.reload} />
      ) : (
        <StepFile
          // A React key per step: the next step's page starts at its top.
          key={stepId}
          stepId={stepId}
          file={file.data}
          search={search}
          onNext={goOn}
          onHelp={() => setHelpOpen(true)}
          onChanged={reload}
        />
      )}
    </Stack>
  );
}
