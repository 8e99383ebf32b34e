import { Box, Group, Stack } from '@mantine/core';
import { places, type Role, type StepView } from '@wasl/contracts';
import { IconCheck, IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useUnread } from '../../../../domain/notices/use-unread.ts';
import { OrganisationContact } from '../../../../domain/requests/organisation-contact.tsx';
import { shortNameOf } from '../../../../domain/requests/short-name.ts';
import { useMoveText } from '../../../../domain/requests/use-move-text.ts';
import { moveOfStep, toneOfMove } from '../../../../domain/requests/whose-move.ts';
import { formatDay, isolated, useFormats } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { OrganisationMark } from '../../../../ui/organisation-mark.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { UnreadBadge } from '../../../../ui/unread-badge.tsx';
import styles from '../step/follow-up.module.css';
import { earlierFeedbacks, currentReason } from '../../rules/earlier-feedbacks.ts';
import { summaryOf } from '../../rules/step-summary.ts';
import { Feedbacks } from '../step/feedbacks.tsx';
import { StepDocuments } from './step-documents.tsx';
import { StepRating } from './step-rating.tsx';

function StepMessages({ step }: { step: StepView }) {
  const { t } = useTranslation('follow-up');
  const unread = useUnread().ofStep(step.id);
  return (
    <Group component="p" gap={8}>
      <Link to={`/messages/${String(step.id)}`} className={layout['tall']}>
        <IconMessages size={18} aria-hidden />
        {unread === 0 ? t('messages.open') : t('messages.unread', { count: unread })}
      </Link>
      <UnreadBadge count={unread} />
    </Group>
  );
}

/** Deadline of the organisation's answer; nothing while the organisation does not have the next move. */
export function ExpectedBy({ step: { deadline, documents, taskDef } }: { step: StepView }) {
  const { t } = useTranslation('follow-up');
  const formats = useFormats();
  if (deadline === null) return null;
  const { dueOn, daysLeft } = deadline;
  const awaited = documents.filter(({ url }) => url === null);
  const day = isolated(formatDay(dueOn));
  return (
    <p className={layout['small']}>
      {dueOn !== null
        ? t(daysLeft < 0 ? 'expected.over' : 'expected.by', { day })
        : awaited.length === 0
          ? t('expected.paused')
          : t('expected.still', {
              partner: isolated(shortNameOf(taskDef.partner.title)),
              documents: isolated(formats.list(awaited.map(({ document }) => document.libelle))),
            })}
    </p>
  );
}

function TimelineStep({
  step,
  number,
  isDeciding,
  role,
  onChanged,
}: {
  step: StepView;
  number: number;
  /** The follow-up shows its deadline on top. */
  isDeciding: boolean;
  role: Role;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation(['follow-up', 'common']);
  const moveText = useMoveText();
  const move = moveOfStep(summaryOf(step));
  const earlier = earlierFeedbacks(step);
  const reason = currentReason(step);
  const isDone = step.status.code === 'PROCESSED';
  const isBeneficiary = role === 'BENEFICIAIRE';
  const partner = step.taskDef.partner.title;
  const state = isDone ? 'done' : step.status.code === 'NOT_STARTED' ? 'later' : 'open';
  return (
    <li className={styles['step']}>
      <span className={layout['mark']} data-state={state} aria-hidden>
        {isDone ? <IconCheck size={18} /> : number}
      </span>
      <Stack gap={10} pb="lg">
        <Group gap="6px 12px" justify="space-between" mih={32}>
          <h4>{step.taskDef.title.libelle}</h4>
          {isBeneficiary ? (
            <StatusTag tone={toneOfMove(move)} label={moveText(move)} />
          ) : (
            <StatusTag code={step.status.code} label={step.status.libelle} />
          )}
        </Group>
        <p className={layout['small']}>
          <OrganisationMark title={partner} logo={step.taskDef.partner.logo} size="sm" />
          <bdi>{partner}</bdi>
          {isBeneficiary ? (
            <Box component="span" display="block">
              {t('common:labelled', { label: t('status'), value: isolated(step.status.libelle) })}
            </Box>
          ) : null}
          {step.processingStartDate === null ? null : (
            <Box component="span" display="block">
              {t('startedOn')} <LtrText>{formatDay(step.processingStartDate)}</LtrText>
            </Box>
          )}
        </p>
        {isDeciding ? null : <ExpectedBy step={step} />}
        {isBeneficiary || move.kind === 'done' ? null : (
          <Box component="p" fz={15} fw={600}>
            {move.kind === 'handIn' ? t('moves.beneficiary') : moveText(move)}
          </Box>
        )}
        {move.kind === 'declined' ? (
          <p>
            {t(step.duplicateOf === null ? 'moves.declined' : 'moves.duplicate', {
              partner: isolated(partner),
            })}
          </p>
        ) : null}
        {step.duplicateOf === null ? null : (
          <Link to={places.request(step.duplicateOf.id)} className={layout['tall']}>
            {t('moves.duplicateOf', { number: step.duplicateOf.numRequest })}
          </Link>
        )}
        {isBeneficiary && reason !== undefined ? (
          <Stack component="blockquote" className={layout['quote']} gap={0}>
            <strong>{t('feedbacks.why')}</strong>
            <span dir="auto">
              <LtrNumbers text={reason.text ?? ''} />
            </span>
          </Stack>
        ) : null}
        {isBeneficiary && step.partnerFeedback !== null ? (
          <Stack component="blockquote" className={layout['quote']} gap={0}>
            <strong>{t('feedback')}</strong>
            <span dir="auto">
              <LtrNumbers text={step.partnerFeedback} />
            </span>
          </Stack>
        ) : null}
        {isBeneficiary && earlier.length > 0 ? (
          <details>
            <summary className={layout['small']}>
              {t('feedbacks.earlier', { count: earlier.length })}
            </summary>
            <Feedbacks items={earlier} />
          </details>
        ) : null}
        {step.taskDef.partner.contact === null ? null : (
          <OrganisationContact organisation={partner} contact={step.taskDef.partner.contact} />
        )}
        <StepDocuments
          // What the person has to hand in is a task card above the steps.
          documents={
            isBeneficiary ? step.documents.filter(({ url }) => url !== null) : step.documents
          }
        />
        {step.abilities.canMessage ? <StepMessages step={step} /> : null}
        {isBeneficiary && isDone ? <StepRating step={step} onChanged={onChanged} /> : null}
      </Stack>
    </li>
  );
}

const closed = new Set(['PROCESSED', 'REJECTED', 'DECLINED']);

/** Steps by number. For the beneficiary, closed ones are folded while others are open. */
export function Timeline({
  steps,
  decidingId = null,
  role,
  onChanged,
}: {
  steps: readonly StepView[];
  decidingId?: number | null;
  role: Role;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  const numbered = steps.map((step, index) => ({ step, number: index + 1 }));
  const finished = numbered.filter(({ step }) => closed.has(step.status.code));
  const isFolded =
    role === 'BENEFICIAIRE' && finished.length > 0 && finished.length < numbered.length;
  const list = (shown: typeof numbered, label: string) => (
    <Stack component="ol" gap={0} aria-label={label}>
      {shown.map(({ step, number }) => (
        <TimelineStep
          key={step.id}
          step={step}
          number={number}
          isDeciding={step.id === decidingId}
          role={role}
          onChanged={onChanged}
        />
      ))}
    </Stack>
  );
  if (!isFolded) return list(numbered, t('timeline'));
  const summary = t('finished', { count: finished.length });
  return (
    <>
      <details>
        <summary className={layout['tall']}>{summary}</summary>
        {list(finished, summary)}
      </details>
      {list(
        numbered.filter((one) => !finished.includes(one)),
        t('timeline'),
      )}
    </>
  );
}
