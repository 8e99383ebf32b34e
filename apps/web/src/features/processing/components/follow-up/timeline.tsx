import { Box, Group, Stack } from '@mantine/core';
import { places, type Role, type StepView } from '@wasl/contracts';
import { IconCheck, IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { useUnread } from '../../../../domain/notices/use-unread.ts';
import { OrganisationContact } from '../../../../domain/requests/organisation-contact.tsx';
import { formatDay, isolated } from '../../../../lib/format/formats.ts';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrNumbers } from '../../../../ui/ltr-numbers.tsx';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { OrganisationMark } from '../../../../ui/organisation-mark.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { UnreadBadge } from '../../../../ui/unread-badge.tsx';
import styles from '../step/follow-up.module.css';
import { earlierFeedbacks, currentReason } from '../../rules/earlier-feedbacks.ts';
import { nextAction } from '../../rules/next-action.ts';
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
function ExpectedBy({ step: { deadline, documents } }: { step: StepView }) {
  const { t } = useTranslation('follow-up');
  if (deadline === null) return null;
  const { dueOn, daysLeft } = deadline;
  const isAwaited = documents.some(({ url }) => url === null);
  if (dueOn === null)
    return <p className={layout['small']}>{t(isAwaited ? 'expected.still' : 'expected.paused')}</p>;
  const day = isolated(formatDay(dueOn));
  return (
    <p className={layout['small']}>
      {daysLeft < 0 ? t('expected.over', { day }) : t('expected.by', { day })}
    </p>
  );
}

function TimelineStep({
  step,
  number,
  role,
  onChanged,
}: {
  step: StepView;
  number: number;
  role: Role;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  const move = nextAction(step, role);
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
          <StatusTag code={step.status.code} label={step.status.libelle} />
        </Group>
        <p className={layout['small']}>
          <OrganisationMark title={partner} logo={step.taskDef.partner.logo} size="sm" />
          <bdi>{partner}</bdi>
          {step.processingStartDate === null ? null : (
            <Box component="span" display="block">
              {t('startedOn')} <LtrText>{formatDay(step.processingStartDate)}</LtrText>
            </Box>
          )}
        </p>
        <ExpectedBy step={step} />
        {move === 'done' ? null : (
          <Box
            component="p"
            fz={15}
            fw={600}
            c={move === 'handIn' || move === 'rate' ? 'var(--wasl-link)' : 'inherit'}
          >
            {t(`moves.${move}`, { partner: isolated(partner) })}
          </Box>
        )}
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
          step={step}
          canUpload={isBeneficiary && step.abilities.canUpload}
          onChanged={onChanged}
        />
        {step.abilities.canMessage ? <StepMessages step={step} /> : null}
        {isBeneficiary && isDone ? <StepRating step={step} onChanged={onChanged} /> : null}
      </Stack>
    </li>
  );
}

export function Timeline({
  steps,
  role,
  onChanged,
}: {
  steps: readonly StepView[];
  role: Role;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation('follow-up');
  return (
    <Stack component="ol" gap={0} aria-label={t('timeline')}>
      {steps.map((step, index) => (
        <TimelineStep
          key={step.id}
          step={step}
          number={index + 1}
          role={role}
          onChanged={onChanged}
        />
      ))}
    </Stack>
  );
}
