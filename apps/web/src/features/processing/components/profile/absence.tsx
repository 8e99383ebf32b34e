import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { AbsenceView, ColleagueView } from '@wasl/contracts';
import { useTranslation } from 'react-i18next';

import { useDraftState } from '../../../../lib/drafts/draft.ts';
import { formatDay, isolated, today } from '../../../../lib/format/formats.ts';
import { refresh } from '../../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../../lib/http/use-endpoint.ts';
import { DateField } from '../../../../ui/form/date-field.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { notify } from '../../../../ui/notify.ts';
import { LoadingOrError } from '../../../../ui/states.tsx';
import { useAttempt } from '../../../../ui/use-failure.ts';

/** The declared absence, present or future, with its cancellation. */
function DeclaredAbsence({ absence }: { absence: AbsenceView }) {
  const { t } = useTranslation('profile');
  const attempt = useAttempt();
  const end = useEndpointAction('endAbsence');
  const days = {
    from: isolated(formatDay(absence.from)),
    until: isolated(formatDay(absence.until)),
  };
  return (
    <Stack>
      <p>{t(absence.hasBegun ? 'absence.begun' : 'absence.toCome', days)}</p>
      <p className={layout['muted']}>
        {absence.substitute === null
          ? t('absence.noDeputy')
          : t('absence.with', { name: isolated(absence.substitute.name) })}
      </p>
      <div>
        <Button
          variant="default"
          loading={end.isRunning}
          onClick={() =>
            void attempt(async () => {
              await end.run({});
              await refresh('getAbsence');
            })
          }
        >
          {t(absence.hasBegun ? 'absence.back' : 'absence.cancel')}
        </Button>
      </div>
    </Stack>
  );
}

const noChoice = {
  from: null as string | null,
  until: null as string | null,
  /** Id of a colleague; '' for none. */
  substitute: '',
};

/** Declares an absence. It edits no versioned record. */
function Choice({ colleagues }: { colleagues: readonly ColleagueView[] }) {
  const { t } = useTranslation('profile');
  const attempt = useAttempt();
  const save = useEndpointAction('saveAbsence');
  const [choice, setChoice, clear] = useDraftState('absence', noChoice);
  const { from, until, substitute } = choice;
  const submit = async () => {
    if (from === null || until === null) return;
    await attempt(async () => {
      await save.run({
        body: { from, until, substitute: substitute === '' ? null : substitute },
      });
      clear();
      await refresh('getAbsence');
      notify.success(t('absence.saved'));
    });
  };
  return (
    <Stack
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Group align="flex-start" grow>
        <DateField
          label={t('absence.from')}
          value={from}
          min={today()}
          onChange={(day) => setChoice({ ...choice, from: day })}
        />
        <DateField
          label={t('absence.until')}
          value={until}
          min={from ?? today()}
          onChange={(day) => setChoice({ ...choice, until: day })}
        />
      </Group>
      <NativeSelect
        label={t('absence.substitute')}
        description={t('absence.substituteHint')}
        value={substitute}
        onChange={(event) => setChoice({ ...choice, substitute: event.currentTarget.value })}
        data={[
          { value: '', label: t('absence.none') },
          ...colleagues.map(({ id, prenom, nom }) => ({ value: id, label: `${prenom} ${nom}` })),
        ]}
      />
      <div>
        <Button
          type="submit"
          variant="default"
          loading={save.isRunning}
          disabled={from === null || until === null || until < from}
        >
          {t('absence.save')}
        </Button>
      </div>
    </Stack>
  );
}

export function Absence({ partnerId }: { partnerId: number }) {
  const { t } = useTranslation('profile');
  const own = useEndpoint('getAbsence', {});
  const colleagues = useEndpoint('listColleagues', { params: { id: partnerId } });
  const error = own.error ?? colleagues.error;
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('absence.title')}</h2>
      {own.data === undefined || colleagues.data === undefined ? (
        <LoadingOrError error={error} onRetry={own.reload} height={96} />
      ) : own.data.absence === null ? (
        <Choice
          colleagues={colleagues.data.filter(({ state, isSelf }) => state === 'active' && !isSelf)}
        />
      ) : (
        <DeclaredAbsence absence={own.data.absence} />
      )}
    </Stack>
  );
}
