import { Box, Button, Group, Progress } from '@mantine/core';
import type { DeskColleague } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import '@mantine/core/styles/Progress.css';

import { worklistAddress } from '../../../../domain/requests/worklist-address.ts';
import { formatDay, isolated, useFormats } from '../../../../lib/format/formats.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { lazyDialog } from '../../../../ui/slots.ts';
import { useDialog } from '../../../../ui/use-dialog.ts';

const HandOverFiles = lazyDialog(() => import('./hand-over-files.tsx'));

/** The open and late steps of a colleague, and the way to hand them over. */
function ColleagueWork({
  colleague: { id, name, open, late, absence },
  most,
  onHandOver,
}: {
  colleague: DeskColleague;
  /** Open steps of the colleague who has the most. */
  most: number;
  onHandOver: () => void;
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
          t('desk.open', { count: open, number: formats.number(open) }),
          open,
          worklistAddress({ assignee: id, stepStatus: 'OPEN' }),
        )}
        {counted(
          t('desk.late', { count: late, number: formats.number(late) }),
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
      <Button
        variant="default"
        size="sm"
        aria-label={t('colleagues.of', { action: t('desk.action'), name })}
        onClick={onHandOver}
      >
        {t('desk.action')}
      </Button>
    </Box>
  );
}

/** The steps of each colleague, for the list of them, and the dialog that hands them over. */
export function Desk({
  children,
}: {
  children: (workOf: (userId: string) => ReactNode) => ReactNode;
}) {
  const { data } = useEndpoint('getDesk', {});
  const dialog = useDialog<DeskColleague>();
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
            onHandOver={() => dialog.open(colleague)}
          />
        );
      })}
      {dialog.about === null ? null : (
        <HandOverFiles
          key={dialog.about.id}
          opened={dialog.isOpen}
          onClose={dialog.close}
          colleague={dialog.about}
          others={colleagues.filter(({ id }) => id !== dialog.about?.id)}
        />
      )}
    </>
  );
}
