import { Button, Group } from '@mantine/core';
import { places, type PendingWork, type RequestView, type WaitingKind } from '@wasl/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { shortNameOf } from '../../../domain/requests/short-name.ts';
import { StepTaskCard, TaskCard } from '../../../domain/requests/task-card.tsx';
import {
  keyOfTask,
  moveOfRequest,
  tasksOfStep,
  type MoveKind,
} from '../../../domain/requests/whose-move.ts';
import { isolated } from '../../../lib/format/formats.ts';
import layout from '../../../ui/layout/layout.module.css';
import type { RequestTarget } from '../rules/request-target.ts';
import type { RequestDialog } from './request-dialogs.tsx';

export type ShowDialog = (dialog: RequestDialog, request: RequestTarget) => void;

/** Kind of the card on a request's own page. Documents, messages and ratings are in the follow-up. */
const pageKinds: Readonly<Partial<Record<MoveKind, WaitingKind>>> = {
  agree: 'AGREE',
  rephrase: 'REPHRASE',
  draft: 'DRAFT',
};

export function pageTaskOf(request: RequestView): WaitingKind | undefined {
  return pageKinds[moveOfRequest(request).kind];
}

/** Card of what a request asks of its owner: in the home list, and on the request's page. */
export function RequestCard({
  kind,
  request,
  isPrimary,
  isOnPage = false,
  show,
  onDone,
  children,
}: {
  kind: WaitingKind;
  request: PendingWork[WaitingKind]['requests'][number];
  isPrimary: boolean;
  /** The page shows number and need of the request. */
  isOnPage?: boolean;
  show: ShowDialog;
  onDone?: () => unknown;
  /** Replaces the quoted observation. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('requests');
  const { id, numRequest, description, observation, organisation } = request;
  const about = isOnPage
    ? {}
    : {
        about: [isolated(numRequest), ...(description === null ? [] : [description])].join(' · '),
      };
  const named = (action: string) => ({
    'aria-label': t('actions.of', { action, number: numRequest }),
    children: action,
  });
  const variant = isPrimary ? 'filled' : 'light';
  switch (kind) {
    case 'HAND_IN':
    case 'ANSWER':
    case 'RATE': {
      const tasks = request.steps.flatMap(tasksOfStep).filter((task) => task.kind === kind);
      return tasks.map((task, index) => (
        <StepTaskCard
          key={keyOfTask(task)}
          task={task}
          {...about}
          isFolded
          isPrimary={isPrimary && index === 0}
          onDone={() => onDone?.()}
        />
      ));
    }
    case 'AGREE':
      return (
        <TaskCard
          title={t('turn.AGREE', { organisation: isolated(shortNameOf(organisation ?? '')) })}
          {...about}
          words={t('turn.agreeHint')}
        >
          <Group gap="xs">
            <Button
              {...named(t('agreement.accept'))}
              variant={variant}
              onClick={() => show('accept', request)}
            />
            <Button
              {...named(t('agreement.refuse'))}
              variant="default"
              onClick={() => show('refuse', request)}
            />
            {isOnPage ? null : (
              <Link to={places.request(id)} className={layout['tall']}>
                {t('actions.consult')}
              </Link>
            )}
          </Group>
        </TaskCard>
      );
    case 'REPHRASE':
      return (
        <TaskCard
          title={t('turn.REPHRASE')}
          {...about}
          words={children === undefined ? observation : null}
        >
          {children}
          <Group>
            <Button
              {...named(t('turn.action.REPHRASE'))}
              component={Link}
              to={places.editRequest(id)}
              variant={variant}
            />
          </Group>
        </TaskCard>
      );
    case 'DRAFT':
      return (
        <TaskCard title={t('turn.DRAFT')} {...about}>
          <Group gap="xs md">
            <Button
              {...named(t('actions.submitNow'))}
              variant={variant}
              onClick={() => show('submit', request)}
            />
            <Link
              {...named(t('actions.edit'))}
              to={places.editRequest(id)}
              className={layout['tall']}
            />
            <button
              {...named(t('actions.delete'))}
              type="button"
              className={`${layout['link'] ?? ''} ${layout['tall'] ?? ''}`}
              onClick={() => show('delete', request)}
            />
          </Group>
        </TaskCard>
      );
  }
}
