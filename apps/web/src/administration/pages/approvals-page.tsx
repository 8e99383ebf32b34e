import { Button, Group, Stack } from '@mantine/core';
import type { ApprovalKind, ApprovalsView, DecisionBody } from '@wasl/contracts/administration';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

import { formatMoment, isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { LtrText } from '../../ui/ltr-text.tsx';
import { notify } from '../../ui/notify.ts';
import { focusHeading } from '../../ui/page-title.tsx';
import { EmptyState, LoadingOrError } from '../../ui/states.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { useFailure } from '../../ui/use-failure.ts';
import { call } from '../api/client.ts';
import { refresh, useCall } from '../api/use-call.ts';
import { ApprovalGroup, type ApprovalRow } from '../components/approval-group.tsx';
import { NotDone } from '../components/not-done.tsx';
import { RefusalDialog } from '../components/refusal-dialog.tsx';
import { type Candidate, decide, type DecisionOutcome, keyOf } from '../rules/decisions.ts';

const kinds = ['agents', 'organisations', 'services'] as const satisfies readonly ApprovalKind[];

function Since({ at }: { at: string }) {
  const { t } = useTranslation('administration');
  return <p>{t('approvals.since', { day: formatMoment(at).slice(0, 10) })}</p>;
}

function Description({ text }: { text: string | null }) {
  return text === null ? null : (
    <p>
      <bdi>{text}</bdi>
    </p>
  );
}

function Agent({ agent }: { agent: Omit<ApprovalsView['agents'][number], 'organisation'> }) {
  const { t } = useTranslation('administration');
  return (
    <p className={layout['wrap']}>
      <LtrText>{agent.email}</LtrText>
      {agent.isConfirmed ? null : ` · ${t('approvals.unconfirmed')}`}
    </p>
  );
}

/** The rows of the three groups. */
function useRows(data: ApprovalsView | undefined): Record<ApprovalKind, ApprovalRow[]> {
  const { t } = useTranslation('administration');
  const row = (kind: ApprovalKind, id: string, name: string, facts: ReactNode) => ({
    kind,
    id,
    name,
    facts,
  });
  return {
    agents: (data?.agents ?? []).map((agent) =>
      row(
        'agents',
        agent.id,
        agent.name,
        <>
          <p>
            <bdi>{agent.organisation.title}</bdi>
          </p>
          <Agent agent={agent} />
          <Since at={agent.createdAt} />
        </>,
      ),
    ),
    organisations: (data?.organisations ?? []).map(
      ({ id, title, description, agents, createdAt }) =>
        row(
          'organisations',
          String(id),
          title,
          <>
            <Description text={description} />
            <Since at={createdAt} />
            {agents.length === 0 ? null : <p>{t('approvals.withAgents')}</p>}
            {agents.map((agent) => (
              <div key={agent.id}>
                <bdi>{agent.name}</bdi>
                <Agent agent={agent} />
              </div>
            ))}
          </>,
        ),
    ),
    services: (data?.services ?? []).map(({ id, title, description, organisation, createdAt }) =>
      row(
        'services',
        id,
        title,
        <>
          <p>{t('approvals.proposedBy', { organisation: isolated(organisation.title) })}</p>
          <Description text={description} />
          <Since at={createdAt} />
        </>,
      ),
    ),
  };
}

/** Moves the focus to the group that the address names. */
function useGroupOfAddress(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash !== '') document.getElementById(hash.slice(1))?.focus();
  }, [hash, isLoaded]);
}

/** Agents, organisations and services that wait for a decision. */
export default function ApprovalsPage() {
  const { t } = useTranslation('administration');
  const fail = useFailure();
  const { data, error, reload } = useCall('listApprovals', {});
  const groups = useRows(data);
  const rows = kinds.flatMap((kind) => groups[kind]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isRunning, setRunning] = useState(false);
  const [notDone, setNotDone] = useState<readonly DecisionOutcome[]>([]);
  const [decisions, setDecisions] = useState(0);
  const refusal = useDialog<readonly Candidate[]>();
  useEffect(() => {
    // The pressed button goes with its row, and the result is below the heading.
    if (decisions === 0 || refusal.isOpen) return;
    window.scrollTo(0, 0);
    focusHeading();
  }, [decisions, refusal.isOpen]);
  useGroupOfAddress(data !== undefined);
  if (data === undefined) return <LoadingOrError error={error} onRetry={reload} />;

  const choose = (some: readonly Candidate[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const row of some) {
      if (isChosen) next.add(keyOf(row));
      else next.delete(keyOf(row));
    }
    setChosen(next);
  };
  const run = async (
    some: readonly Candidate[],
    decision: Pick<DecisionBody, 'decision' | 'reason'>,
  ): Promise<void> => {
    setRunning(true);
    setNotDone([]);
    try {
      const outcomes = await decide(
        some,
        decision,
        async (body) => (await call('decideApprovals', { body })).results,
      );
      const refused = outcomes.filter((outcome) => outcome.refusal !== null);
      const count = outcomes.length - refused.length;
      setNotDone(refused);
      choose(some, false);
      if (count > 0) {
        const isApproval = decision.decision === 'approve';
        notify.success(t(isApproval ? 'approvals.approved' : 'approvals.refusedDone', { count }));
      }
      setDecisions((count) => count + 1);
    } finally {
      await refresh('listApprovals', 'readWaiting');
      setRunning(false);
    }
  };
  const approve = (some: readonly Candidate[]) => {
    run(some, { decision: 'approve', reason: null }).catch(fail);
  };
  const selection = rows.filter((row) => chosen.has(keyOf(row)));
  return (
    <Stack>
      <NotDone
        title={t('approvals.notDone')}
        lines={notDone.flatMap(({ row: { name }, refusal: code }) =>
          code === null ? [] : [t(`approvals.refusals.${code}`, { name: isolated(name) })],
        )}
      />
      {rows.length === 0 ? (
        <div className={layout['card']}>
          <EmptyState title={t('approvals.nothing')} reason={t('approvals.nothingReason')} />
        </div>
      ) : null}
      {kinds.map((kind) => (
        <ApprovalGroup
          key={kind}
          id={kind}
          title={t(`approvals.${kind}`)}
          rows={groups[kind]}
          chosen={chosen}
          isRunning={isRunning}
          onChoose={choose}
          onApprove={(row) => approve([row])}
          onRefuse={(row) => refusal.open([row])}
        />
      ))}
      {selection.length === 0 ? null : (
        <Group
          component="section"
          className={layout['onward'] ?? ''}
          aria-label={t('approvals.chosen')}
        >
          <Button variant="default" disabled={isRunning} onClick={() => refusal.open(selection)}>
            {t('approvals.refuseChosen', { count: selection.length })}
          </Button>
          <Button loading={isRunning} onClick={() => approve(selection)}>
            {t('approvals.approveChosen', { count: selection.length })}
          </Button>
        </Group>
      )}
      <RefusalDialog
        opened={refusal.isOpen}
        rows={refusal.about ?? []}
        onRefuse={(reason) => run(refusal.about ?? [], { decision: 'refuse', reason })}
        onClose={refusal.close}
      />
    </Stack>
  );
}
