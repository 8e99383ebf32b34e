import { Button, Group, Stack } from '@mantine/core';
import { places, type TodayPartName, type WorklistRow } from '@wasl/contracts';
import { IconMoodSmile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';

import { useFormats } from '../../../lib/format/formats.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { EmptyState, LoadingOrError } from '../../../ui/states.tsx';
import { Deadline } from '../components/step/deadline.tsx';
import { useOwnerChange } from '../components/step/use-owner-change.ts';
import { todayInput } from '../rules/worklist-calls.ts';
import { todayNames, todaySearch } from '../rules/today-address.ts';

const ledTo = { answers: 'messages', documents: 'documents', late: undefined } as const;

/** A file of the day, with its one next move. */
function File({
  part,
  row,
  isFirst,
  onChanged,
}: {
  part: TodayPartName;
  row: WorklistRow;
  isFirst: boolean;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation(['worklist', 'agent']);
  const owner = useOwnerChange();
  const navigate = useNavigate();
  const stepId = row.processingStepId;
  if (stepId === null) return null;
  const search = todaySearch(part);
  const button = {
    variant: isFirst ? 'filled' : 'light',
    size: 'sm',
    flex: 'none',
    'aria-label': t('actions.of', { action: t(`agent:move.${part}`), number: row.numRequest }),
  };
  const address = places.stepFile(row.id, stepId, part === 'unowned' ? undefined : ledTo[part]);
  const [pathname = '', hash = ''] = address.split('#');
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap" py={6}>
      <Stack gap={0} miw={0}>
        <bdi className={layout['cut']}>{row.beneficiary.name}</bdi>
        <Group component="span" className={layout['small']} gap="0 8px">
          <LtrText>{row.numRequest}</LtrText>
          <bdi>{row.service}</bdi>
          <Deadline isShort deadline={row.deadline} />
        </Group>
      </Stack>
      {part === 'unowned' ? (
        <Button
          {...button}
          loading={owner.isRunning}
          disabled={owner.me === undefined}
          onClick={async () => {
            const isTaken = await owner.give(stepId, row, owner.me ?? null);
            if (isTaken) await navigate({ pathname, search });
            else await onChanged();
          }}
        >
          {t('agent:move.unowned')}
        </Button>
      ) : (
        <Button component={Link} to={{ pathname, search, hash }} {...button}>
          {t(`agent:move.${part}`)}
        </Button>
      )}
    </Group>
  );
}

/** "Ma journée": what waits for the agent, with the first files of each part. */
export default function TodayPage() {
  const { t } = useTranslation(['worklist', 'agent']);
  const formats = useFormats();
  const { data, error, reload } = useEndpoint('getToday', todayInput, { dedupingInterval: 0 });
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;
  const waiting = todayNames.filter((name) => data[name].count > 0);
  if (waiting.length === 0) {
    return (
      <EmptyState
        icon={<IconMoodSmile size={40} stroke={1.4} aria-hidden />}
        title={t('agent:none')}
        reason={t('agent:noneReason')}
        action={
          <Button component={Link} to={places.requests()}>
            {t('agent:empty.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <Stack className={layout['text'] ?? ''}>
      {waiting.map((name) => (
        <section key={name} className={layout['card']} aria-labelledby={`today-${name}`}>
          <Group justify="space-between" gap="xs">
            <h2 id={`today-${name}`} className={layout['title']}>
              {t(`today.part.${name}`)} <bdi>({formats.counted(data[name].count)})</bdi>
            </h2>
            {data[name].count <= data[name].files.length ? null : (
              <Link to={{ pathname: places.requests(), search: todaySearch(name) }}>
                {t('agent:all', { part: t(`today.part.${name}`) })}
              </Link>
            )}
          </Group>
          <Stack component="ul" gap={0}>
            {data[name].files.map((row, index) => (
              <File
                key={row.processingStepId}
                part={name}
                row={row}
                isFirst={name === waiting[0] && index === 0}
                onChanged={reload}
              />
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}
