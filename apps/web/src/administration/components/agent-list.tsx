import { Button, Group, Stack } from '@mantine/core';
import type { AgentView, OrganisationView } from '@wasl/contracts/administration';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { notify } from '../../ui/notify.ts';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useAttempt } from '../../ui/use-failure.ts';
import { call } from '../api/client.ts';
import { refresh } from '../api/use-call.ts';
import { AbsenceDialog } from './absence-dialog.tsx';

const tones = {
  active: 'done',
  unconfirmed: 'waiting',
  awaiting: 'waiting',
  closed: 'neutral',
} as const;

function Absence({ absence }: Pick<AgentView, 'absence'>) {
  const { t } = useTranslation('administration');
  if (absence === null) return null;
  const days = {
    from: isolated(formatDay(absence.from)),
    until: isolated(formatDay(absence.until)),
  };
  return (
    <p>
      {absence.substitute === null
        ? t('organisations.awayAlone', days)
        : t('organisations.away', { ...days, name: isolated(absence.substitute.name) })}
    </p>
  );
}

/** Agents of an organisation with role and state; an absence is set and ended for each. */
export function AgentList({
  organisation: { id, colleagues },
}: {
  organisation: OrganisationView;
}) {
  const { t } = useTranslation('administration');
  const attempt = useAttempt();
  const absence = useDialog<AgentView>();
  const end = (agentId: string) =>
    attempt(async () => {
      await call('endAgentAbsence', { params: { organisationId: id, agentId } });
      await refresh('readOrganisation');
      notify.success(t('organisations.absenceEnded'));
    });
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('organisations.colleagues')}</h2>
      {colleagues.length === 0 ? <p>{t('organisations.noColleagues')}</p> : null}
      <ul>
        {colleagues.map((agent) => (
          <li key={agent.id} className={layout['entry']}>
            <Group gap="xs">
              <bdi className={layout['strong']}>{agent.name}</bdi>
              <StatusTag
                tone={tones[agent.state]}
                label={t(`organisations.agentStates.${agent.state}`)}
                isSmall
              />
            </Group>
            <p className={`${layout['small'] ?? ''} ${layout['wrap'] ?? ''}`}>
              {t(agent.isResponsible ? 'organisations.responsible' : 'organisations.agent')}
              {' · '}
              <LtrText>{agent.email}</LtrText>
            </p>
            <Absence absence={agent.absence} />
            {agent.state !== 'active' ? null : agent.absence === null ? (
              <Button
                variant="default"
                aria-label={t('organisations.setAbsenceOf', { name: isolated(agent.name) })}
                onClick={() => absence.open(agent)}
              >
                {t('organisations.setAbsence')}
              </Button>
            ) : (
              <Button
                variant="default"
                aria-label={t('organisations.endAbsenceOf', { name: isolated(agent.name) })}
                onClick={() => void end(agent.id)}
              >
                {t('organisations.endAbsence')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {absence.about === null ? null : (
        <AbsenceDialog
          opened={absence.isOpen}
          organisationId={id}
          agent={absence.about}
          colleagues={colleagues.filter(
            (one) => one.state === 'active' && one.id !== absence.about?.id,
          )}
          onClose={absence.close}
        />
      )}
    </Stack>
  );
}
