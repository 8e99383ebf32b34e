import { Button, Stack, Textarea } from '@mantine/core';
import { maxDecisionReason, type OrganisationView } from '@wasl/contracts/administration';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated } from '../../lib/format/formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { choiceSearch } from '../../ui/form/choice-search.ts';
import { directionOf, useSearchDirection } from '../../ui/form/direction.ts';
import { LazySelect } from '../../ui/form/lazy-select.tsx';
import layout from '../../ui/layout/layout.module.css';
import { notify } from '../../ui/notify.ts';
import { useShownAttempt } from '../../ui/use-failure.ts';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';

/** Moves every open file of an organisation that closes: one confirmation, then calls until none is left. */
export function MoveFiles({ organisation }: { organisation: OrganisationView }) {
  const { t } = useTranslation(['administration', 'common']);
  const { id, title, openFiles, movesTo } = organisation;
  const { data: organisations = [] } = useCall('listOrganisations', {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [left, setLeft] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { failure, isRunning, attempt } = useShownAttempt();
  const direction = useSearchDirection();
  const filter = useMemo(() => choiceSearch(), []);
  if (openFiles === 0 && left === null) return null;
  const others = organisations.filter((one) => one.id !== id);
  const value = chosen ?? (movesTo === null ? null : String(movesTo.id));
  const to = others.find((one) => String(one.id) === value);
  const names = { from: isolated(title), to: isolated(to?.title ?? '') };
  const move = (toId: number) =>
    attempt(async () => {
      setAsking(false);
      setLeft(openFiles);
      try {
        for (;;) {
          const body = { to: toId, reason };
          const batch = await call('moveFiles', { params: { organisationId: id }, body });
          setLeft(batch.left);
          if (batch.left === 0) break;
        }
        notify.success(t('organisations.move.done', names));
      } finally {
        setLeft(null);
        await refresh('readOrganisation', 'searchOrganisations');
      }
    });
  return (
    <Stack component="section" className={layout['card']}>
      <h2 className={layout['title']}>{t('organisations.move.title')}</h2>
      <p>{t('organisations.move.lead', { count: openFiles })}</p>
      {movesTo === null ? null : (
        <Banner tone="warning">
          {t('organisations.move.unfinished', { organisation: isolated(movesTo.title) })}
        </Banner>
      )}
      <LazySelect
        {...direction}
        label={t('organisations.move.to')}
        data={others.map((one) => ({ value: String(one.id), label: one.title }))}
        value={value}
        onChange={setChosen}
        searchable
        filter={filter}
        placeholder={t('common:form.choose')}
        nothingFoundMessage={t('common:form.noMatch')}
        checkIconPosition="right"
        autoComplete="off"
      />
      <Textarea
        label={t('organisations.move.reason')}
        value={reason}
        maxLength={maxDecisionReason}
        {...directionOf(reason)}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <FailureBanner failure={failure} />
      <p role="status">{left === null ? null : t('organisations.move.left', { count: left })}</p>
      <div>
        <Button
          variant="default"
          loading={isRunning}
          disabled={to === undefined}
          onClick={() => setAsking(true)}
        >
          {t('organisations.move.open', { count: openFiles })}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('organisations.move.title')}
        confirmLabel={t('organisations.move.open', { count: openFiles })}
        tone="danger"
        onConfirm={() => (to === undefined ? undefined : move(to.id))}
        onClose={() => setAsking(false)}
      >
        <p>{t('organisations.move.effect', names)}</p>
      </ConfirmDialog>
    </Stack>
  );
}
