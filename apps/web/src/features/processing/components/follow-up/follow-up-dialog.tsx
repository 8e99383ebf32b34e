import { Stack } from '@mantine/core';
import type { Role } from '@wasl/contracts';
import { IconHourglass } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../../../lib/format/formats.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import type { FollowUpProps } from '../../../../ui/slots.ts';
import { Awaited, EmptyState } from '../../../../ui/states.tsx';
import { UsualDelay } from '../../../../ui/usual-delay.tsx';
import { History } from '../step/history.tsx';
import { decidingStep, nextAction } from '../../rules/next-action.ts';
import { Timeline } from './timeline.tsx';

/** Page size for steps (docs/specification.md, portal §9). */
const pageSize = 200;

function FollowUpContent({ requestId, role }: { requestId: number; role: Role }) {
  const { t } = useTranslation('follow-up');
  const { data, error, reload } = useEndpoint(
    'listSteps',
    { body: { requestId, pageNumber: 0, pageSize } },
    { keepPreviousData: false },
  );
  // Optional: the steps are shown even if the history fails to load.
  const story = useEndpoint(
    'requestHistory',
    { params: { id: requestId } },
    { keepPreviousData: false },
  );
  const isWithdrawn = story.data?.items.some(({ what }) => what === 'withdrawn') === true;
  const reloadAll = () => Promise.all([reload(), story.reload()]);
  const history = <History items={story.data?.items ?? []} />;
  if (data === undefined) {
    return <Awaited error={error} onRetry={reload} />;
  }
  const steps = data.results[0]?.journeyInstanceProcessingSteps ?? [];
  if (steps.length === 0) {
    return (
      <Stack>
        <EmptyState
          icon={<IconHourglass size={44} stroke={1.4} aria-hidden />}
          title={t('empty.title')}
          reason={t(isWithdrawn ? `moves.withdrawn.${role}` : 'empty.reason')}
        />
        <UsualDelay delay={story.data?.usualDelay} />
        {history}
      </Stack>
    );
  }
  const deciding = decidingStep(steps, role);
  const move = deciding === null ? 'done' : nextAction(deciding, role);
  return (
    <Stack>
      <Banner
        tone={move === 'handIn' || move === 'rate' ? 'warning' : 'info'}
        title={
          deciding === null
            ? t('next')
            : `${t('next')} · ${isolated(deciding.taskDef.title.libelle)}`
        }
      >
        {deciding === null
          ? t(isWithdrawn ? `moves.withdrawn.${role}` : 'moves.done')
          : t(`moves.${move}`, { partner: isolated(deciding.taskDef.partner.title) })}
      </Banner>
      {deciding === null ? null : <UsualDelay delay={story.data?.usualDelay} />}
      <h3>{t('steps')}</h3>
      <Timeline steps={steps} role={role} onChanged={reloadAll} />
      {history}
    </Stack>
  );
}

export default function FollowUpDialog({ opened, onClose, request, viewer }: FollowUpProps) {
  const { t } = useTranslation('follow-up');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('title', { number: request?.numRequest ?? '' })}
    >
      {request === null ? null : <FollowUpContent requestId={request.id} role={viewer} />}
    </Dialog>
  );
}
