import { Button, Stack } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { isolated } from '../../lib/format/formats.ts';
import layout from '../../ui/layout/layout.module.css';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { LtrNumbers } from '../../ui/ltr-numbers.tsx';
import { withWords } from '../../ui/slots.ts';
import { shortNameOf } from './short-name.ts';
import styles from './task-card.module.css';
import type { StepTask } from './whose-move.ts';

// Loaded on demand: the home list shows many cards and opens few.
const HandIn = lazyWithRetry(withWords(() => import('./hand-in.tsx'), 'follow-up'));
const RatingForm = lazyWithRetry(withWords(() => import('./rating-form.tsx'), 'follow-up'));

/** Something asked of a person: who asks, what, their words, and the control that does it. */
export function TaskCard({
  title,
  about,
  words = null,
  isGoodNews = false,
  children,
}: {
  title: string;
  /** Number and need of the request, where the page does not show them. */
  about?: string;
  words?: string | null;
  isGoodNews?: boolean;
  children: ReactNode;
}) {
  return (
    <Stack
      component="li"
      className={styles['card'] ?? ''}
      data-tone={isGoodNews ? 'done' : undefined}
      gap={8}
    >
      <p className={layout['strong']}>
        <LtrNumbers text={title} />
      </p>
      {about === undefined ? null : (
        <p className={`${layout['small'] ?? ''} ${styles['about'] ?? ''}`} dir="auto">
          <LtrNumbers text={about} />
        </p>
      )}
      {words === null ? null : (
        <blockquote className={layout['quote']}>
          <span className={styles['words']} dir="auto">
            <LtrNumbers text={words} />
          </span>
        </blockquote>
      )}
      {children}
    </Stack>
  );
}

/** Card of a requested document or an optional rating, done in place, or of a message. */
export function StepTaskCard({
  task,
  about,
  isFolded = false,
  isPrimary = false,
  onDone,
}: {
  task: StepTask;
  about?: string;
  /** Whether a button loads and opens the control. */
  isFolded?: boolean;
  /** The page's one primary button. */
  isPrimary?: boolean;
  onDone: () => unknown;
}) {
  const { t } = useTranslation('requests');
  const [isOpen, setOpen] = useState(!isFolded);
  const control = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is gone, so the control takes the focus.
    if (isFolded && isOpen) control.current?.focus();
  }, [isFolded, isOpen]);
  const { step, kind } = task;
  const names = { organisation: isolated(shortNameOf(step.organisation)) };
  const same = about === undefined ? {} : { about };
  const variant = isPrimary ? 'filled' : 'light';
  if (kind === 'ANSWER')
    return (
      <TaskCard title={t('task.ANSWER', names)} {...same} words={task.message || null}>
        <Button
          component={Link}
          to={`/messages/${String(step.id)}`}
          variant={variant}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('task.answer')}
        </Button>
      </TaskCard>
    );
  return (
    <TaskCard
      title={
        kind === 'RATE'
          ? t('task.RATE', { ...names, task: isolated(step.task) })
          : t('task.HAND_IN', { ...names, document: isolated(task.document.libelle) })
      }
      {...same}
      words={step.words}
      isGoodNews={kind === 'RATE'}
    >
      {isOpen ? (
        <div tabIndex={-1} ref={control} data-screen-only>
          <Suspense fallback={null}>
            {kind === 'RATE' ? (
              <RatingForm stepId={step.id} task={step.task} rating={null} onDone={onDone} />
            ) : (
              <HandIn
                stepId={step.id}
                document={task.document}
                isPrimary={isPrimary}
                onDone={onDone}
              />
            )}
          </Suspense>
        </div>
      ) : (
        <Button variant={variant} style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
          {t(kind === 'RATE' ? 'task.rate' : 'task.handIn')}
        </Button>
      )}
    </TaskCard>
  );
}
