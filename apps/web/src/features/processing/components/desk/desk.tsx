import { Box, Button, Checkbox, Group, Progress } from '@mantine/core';
import type { CodeLibelle, DeskColleague } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import '@mantine/core/styles/Progress.css';

import '../../../../ui/form/choice-styles.ts';
import { worklistAddress } from '../../../../domain/requests/worklist-address.ts';
import { formatDay, isolated, useFormats } from '../../../../lib/format/formats.ts';
import { refresh } from '../../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { lazyDialog } from '../../../../ui/slots.ts';
import { useDialog } from '../../../../ui/use-dialog.ts';
import { useAttempt } from '../../../../ui/use-failure.ts';

const AgentServices = lazyDialog(() => import('./agent-services.tsx'));
const HandOverFiles = lazyDialog(() => import('./hand-over-files.tsx'));

/** The open and late steps of a colleague, and the way to hand them over. */
function ColleagueWork({
  colleague: { id, name, open, late, absence },
  most,
  services,
  onHandOver,
  onServices,
}: {
  colleague: DeskColleague;
  /** Open steps of the colleague who has the most. */
  most: number;
  /** The services that the agent takes; null where steps are not assigned by load. */
  services: readonly CodeLibelle[] | null;
  onHandOver: () => void;
  onServices: () => void;
}) {
  const { t } = useTranslation('organisation');
  const formats = useFormats();
  const counted = (text: string, count: number, to: string) =>
    count === 0 ? (
      <span>{text}</span>
    ) : (
      <Link to={to} aria-label={`${text} (${name})`}>
        {text}
      </Link>
    );
  return (
    <Box flex="1 1 220px" miw={0}>
      <Group gap="4px 12px">
        {counted(
          t('desk.open', { count: open }),
          open,
          worklistAddress({ assignee: id, stepStatus: 'OPEN' }),
        )}
        {counted(
          t('desk.late', { count: late }),
          late,
          worklistAddress({ assignee: id, tab: 'late' }),
        )}
      </Group>
      <Progress value={most === 0 ? 0 : (open / most) * 100} aria-hidden my={6} maw={220} />
      {absence === null ? null : (
        <p className={layout['small']}>
          {t(absence.hasBegun ? 'desk.away' : 'desk.awaySoon', {
            from: isolated(formatDay(absence.from)),
            until: isolated(formatDay(absence.until)),
          })}
        </p>
      )}
      {services === null ? null : (
        <p className={layout['small']}>
          {services.length === 0
            ? t('desk.everyService')
            : formats.list(services.map(({ libelle }) => isolated(libelle)))}
        </p>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          aria-label={t('colleagues.of', { action: t('desk.action'), name })}
          onClick={onHandOver}
        >
          {t('desk.action')}
        </Button>
        {services === null ? null : (
          <Button
            variant="default"
            size="sm"
            aria-label={t('colleagues.of', { action: t('desk.services'), name })}
            onClick={onServices}
          >
            {t('desk.services')}
          </Button>
        )}
      </Group>
    </Box>
  );
}

/** Whether new steps get an agent automatically. */
function ByLoad({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('organisation');
  const attempt = useAttempt();
  const change = useEndpointAction('changeAssignment');
  return (
    <Checkbox
      label={t('desk.byLoad')}
      description={t('desk.byLoadHint')}
      checked={isOn}
      disabled={change.isRunning}
      onChange={(event) => {
        const assignsByLoad = event.currentTarget.checked;
        void attempt(async () => {
          await change.run({ body: { assignsByLoad } });
          await refresh('getDesk');
        });
      }}
    />
  );
}

/** The steps of each colleague, for the list of them, and the dialogs that assign them. */
export function Desk({
  services,
  children,
}: {
  /** Those of the organisation. */
  services: readonly CodeLibelle[];
  children: (workOf: (userId: string) => ReactNode) => ReactNode;
}) {
  const { data } = useEndpoint('getDesk', {});
  const handOver = useDialog<DeskColleague>();
  const taking = useDialog<DeskColleague>();
  const colleagues = data?.colleagues ?? [];
  const most = Math.max(0, ...colleagues.map(({ open }) => open));
  return (
    <>
      {children((userId) => {
        const colleague = colleagues.find(({ id }) => id === userId);
        return colleague === undefined ? null : (
          <ColleagueWork
            colleague={colleague}
            most={most}
            services={
              data?.assignsByLoad === true
                ? services.filter(({ code }) => colleague.services.includes(code))
                : null
            }
            onHandOver={() => handOver.open(colleague)}
            onServices={() => taking.open(colleague)}
          />
        );
      })}
      {data === undefined ? null : (
        <div className={layout['card']}>
          <ByLoad isOn={data.assignsByLoad} />
        </div>
      )}
      {handOver.about === null ? null : (
        <HandOverFiles
          key={handOver.about.id}
          opened={handOver.isOpen}
          onClose={handOver.close}
          colleague={handOver.about}
          others={colleagues.filter(({ id }) => id !== handOver.about?.id)}
        />
      )}
      {taking.about === null ? null : (
        <AgentServices
          key={taking.about.id}
          opened={taking.isOpen}
          onClose={taking.close}
          colleague={taking.about}
          services={services}
        />
      )}
    </>
  );
}
