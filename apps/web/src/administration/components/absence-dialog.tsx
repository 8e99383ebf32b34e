import { Group, NativeSelect, Stack } from '@mantine/core';
import type { AgentView } from '@wasl/contracts/administration';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated, today } from '../../lib/format/formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { FormActions } from '../../ui/layout/form-actions.tsx';
import type { DialogProps } from '../../ui/modal.tsx';
import { notify } from '../../ui/notify.ts';
import { useShownAttempt } from '../../ui/use-failure.ts';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { call } from '../api/client.ts';
import { refresh } from '../api/use-call.ts';

interface Props {
  readonly organisationId: number;
  readonly agent: AgentView;
  /** Other active agents. */
  readonly colleagues: readonly AgentView[];
  readonly onClose: () => void;
}

function Content({ organisationId, agent, colleagues, onClose }: Props) {
  const { t } = useTranslation(['administration', 'profile']);
  const [from, setFrom] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const [substitute, setSubstitute] = useState('');
  const { failure, isRunning, attempt } = useShownAttempt();
  useUnsaved(from !== null || until !== null || substitute !== '');
  const isReady = from !== null && until !== null && until >= from;
  const save = () =>
    attempt(async () => {
      if (from === null || until === null) return;
      await call('setAgentAbsence', {
        params: { organisationId, agentId: agent.id },
        body: { from, until, substitute: substitute === '' ? null : substitute },
      });
      await refresh('readOrganisation');
      notify.success(t('organisations.absenceSaved'));
      onClose();
    });
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Group align="flex-start" grow>
        <DateField
          label={t('profile:absence.from')}
          value={from}
          min={today()}
          onChange={setFrom}
        />
        <DateField
          label={t('profile:absence.until')}
          value={until}
          min={from ?? today()}
          onChange={setUntil}
        />
      </Group>
      <NativeSelect
        label={t('organisations.substitute')}
        description={t('organisations.substituteHint')}
        value={substitute}
        onChange={({ currentTarget }) => setSubstitute(currentTarget.value)}
        data={[
          { value: '', label: t('organisations.noSubstitute') },
          ...colleagues.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={isRunning}
        onCancel={onClose}
        submitLabel={t('organisations.saveAbsence')}
        isReady={isReady}
      />
    </Stack>
  );
}

/** Sets the absence of an agent, with a stand-in or without. */
export function AbsenceDialog({ opened, ...content }: DialogProps & Props) {
  const { t } = useTranslation('administration');
  const title = t('organisations.absenceOf', { name: isolated(content.agent.name) });
  return (
    <Dialog opened={opened} onClose={content.onClose} title={title} size="md">
      <Content {...content} />
    </Dialog>
  );
}
