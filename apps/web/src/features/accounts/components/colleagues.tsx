import { Box, Button, Stack } from '@mantine/core';
import type { ColleagueView } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDay, isolated } from '../../../lib/format/formats.ts';
import { refresh } from '../../../lib/http/refresh.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { LtrText } from '../../../ui/ltr-text.tsx';
import { notify } from '../../../ui/notify.ts';
import { LoadingOrError } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { useAttempt } from '../../../ui/use-failure.ts';

type Decision = 'approve' | 'refuse' | 'remove' | 'restore' | 'name' | 'unname' | 'stepDown';
/** Decisions that change the role instead of the access, with the new role. */
const roleAfter = { name: 'RESPONSABLE', unname: 'AGENT', stepDown: 'AGENT' } as const;
const isRoleChange = (decision: Decision): decision is keyof typeof roleAfter =>
  decision in roleAfter;
const dangers: readonly Decision[] = ['refuse', 'remove', 'unname', 'stepDown'];
interface Asked {
  readonly decision: Decision;
  readonly colleague: ColleagueView;
}

const isOut = ({ state }: ColleagueView) => state === 'closed' || state === 'refused';

const nameOf = ({ prenom, nom }: ColleagueView) => `${prenom} ${nom}`;

function Person({
  colleague,
  work,
  children,
}: {
  colleague: ColleagueView;
  /** The person's steps. */
  work?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation('organisation');
  return (
    <li className={layout['entry']}>
      <Box className={layout['wrap']} flex="1 1 240px" miw={0}>
        <p className={layout['strong']}>
          <bdi>{nameOf(colleague)}</bdi> {colleague.isSelf ? t('colleagues.self') : null}
        </p>
        <p>
          <LtrText>{colleague.email}</LtrText>
        </p>
        <p className={layout['small']}>
          {t(`colleagues.since.${colleague.state}`)} <LtrText>{formatDay(colleague.since)}</LtrText>
        </p>
      </Box>
      {isOut(colleague) ? <StatusTag tone="neutral" label={t('colleagues.closed')} /> : null}
      {colleague.state === 'active' ? (
        <StatusTag
          tone={colleague.role === 'RESPONSABLE' ? 'done' : 'neutral'}
          label={t(`colleagues.role.${colleague.role}`)}
        />
      ) : null}
      {work}
      <Actions justify="flex-start">{children}</Actions>
    </li>
  );
}

/** Asks before a decision; the dialog names the effect and the person. */
function DecisionDialog({
  asked,
  onClose,
}: {
  asked: Asked & { partnerId: number; opened: boolean };
  onClose: () => void;
}) {
  const { t } = useTranslation('organisation');
  const attempt = useAttempt();
  const approve = useEndpointAction('approveColleague');
  const close = useEndpointAction('closeColleague');
  const setRole = useEndpointAction('setColleagueRole');
  const { decision, colleague, partnerId, opened } = asked;
  const name = isolated(nameOf(colleague));
  const opens = decision === 'approve' || decision === 'restore';
  const decide = async () => {
    const input = { params: { id: partnerId, userId: colleague.id } };
    await attempt(async () => {
      if (isRoleChange(decision))
        await setRole.run({ ...input, body: { role: roleAfter[decision] } });
      else await (opens ? approve.run(input) : close.run(input));
      notify.success(t(`colleagues.${decision}.done`, { name }));
    });
    // Also after a refusal, because another responsable may have decided meanwhile.
    await refresh('listColleagues');
    // A former responsable may no longer edit the organisation.
    if (decision === 'stepDown') await refresh('getCurrentUserPartner');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`colleagues.${decision}.title`, { name })}
      confirmLabel={t(`colleagues.${decision}.action`)}
      tone={dangers.includes(decision) ? 'danger' : 'default'}
      isRunning={approve.isRunning || close.isRunning || setRole.isRunning}
      onConfirm={decide}
      onClose={onClose}
    >
      <p>
        <LtrText>{colleague.email}</LtrText>
      </p>
      <p>{t(`colleagues.${decision}.text`)}</p>
    </ConfirmDialog>
  );
}

export function Colleagues({
  partnerId,
  workOf,
}: {
  partnerId: number;
  /** Shows the steps of an active colleague. */
  workOf?: (userId: string) => ReactNode;
}) {
  const { t } = useTranslation('organisation');
  const list = useEndpoint('listColleagues', { params: { id: partnerId } });
  const question = useDialog<Asked>();

  const button = (decision: Decision, colleague: ColleagueView, isMain = false) => (
    <Button
      variant={isMain ? 'filled' : 'default'}
      size="sm"
      aria-label={t('colleagues.of', {
        action: t(`colleagues.${decision}.action`),
        name: nameOf(colleague),
      })}
      onClick={() => question.open({ decision, colleague })}
    >
      {t(`colleagues.${decision}.action`)}
    </Button>
  );
  const roleButton = (colleague: ColleagueView) =>
    button(
      colleague.role === 'AGENT' ? 'name' : colleague.isSelf ? 'stepDown' : 'unname',
      colleague,
    );
  const those = (state: ColleagueView['state']) =>
    (list.data ?? []).filter((colleague) => colleague.state === state);
  const [awaiting, active] = [those('awaiting'), those('active')];
  // Only responsables decide; an agent sees the list of them.
  const decides = active.some(({ isSelf, role }) => isSelf && role === 'RESPONSABLE');
  const closed = (list.data ?? []).filter(isOut);

  return (
    <Stack component="section" className={layout['card']} aria-labelledby="colleagues">
      <h2 className={layout['title']} id="colleagues">
        {t('colleagues.heading')}
      </h2>
      <p className={layout['lead']}>
        {t('colleagues.lead')} {t(decides ? 'colleagues.leadResponsible' : 'colleagues.leadAgent')}
      </p>
      {list.data !== undefined ? null : (
        <LoadingOrError error={list.error} onRetry={list.reload} height={320} />
      )}
      {awaiting.length === 0 ? null : (
        <Stack
          className={layout['box']}
          gap={4}
          p="12px 16px 4px"
          bd="1px solid var(--wasl-accent)"
        >
          <Box component="h3" id="colleagues-awaiting" fz="md">
            {t('colleagues.awaiting', { count: awaiting.length })}
          </Box>
          {decides ? <p className={layout['lead']}>{t('colleagues.awaitingLead')}</p> : null}
          <Stack component="ul" gap={0} aria-labelledby="colleagues-awaiting">
            {awaiting.map((colleague) => (
              <Person key={colleague.id} colleague={colleague}>
                {decides ? button('approve', colleague, awaiting.length === 1) : null}
                {decides ? button('refuse', colleague) : null}
              </Person>
            ))}
          </Stack>
        </Stack>
      )}
      {active.length === 0 ? null : (
        <Stack component="ul" gap={0} aria-label={t('colleagues.active')}>
          {active.map((colleague) => (
            <Person key={colleague.id} colleague={colleague} work={workOf?.(colleague.id)}>
              {decides ? roleButton(colleague) : null}
              {!decides || colleague.isSelf ? null : button('remove', colleague)}
            </Person>
          ))}
        </Stack>
      )}
      {closed.length === 0 ? null : (
        <details>
          <summary>{t('colleagues.closedOnes', { count: closed.length })}</summary>
          <Stack component="ul" gap={0}>
            {closed.map((colleague) => (
              <Person key={colleague.id} colleague={colleague}>
                {decides
                  ? button(colleague.state === 'refused' ? 'approve' : 'restore', colleague)
                  : null}
              </Person>
            ))}
          </Stack>
        </details>
      )}
      {question.about === null ? null : (
        <DecisionDialog
          asked={{ ...question.about, partnerId, opened: question.isOpen }}
          onClose={question.close}
        />
      )}
    </Stack>
  );
}
