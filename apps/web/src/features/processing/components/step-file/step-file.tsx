import { Box, Group, Stack } from '@mantine/core';
import { places, type StepFile as File, type StepFilePart } from '@wasl/contracts';
import { IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

import { formatMoment } from '../../../../lib/format/formats.ts';
import { withoutLayers } from '../../../../lib/routing/history-layers.ts';
import { useEndpoint } from '../../../../lib/http/use-endpoint.ts';
import { useCopy } from '../../../../ui/copy-button.tsx';
import layout from '../../../../ui/layout/layout.module.css';
import { LtrText } from '../../../../ui/ltr-text.tsx';
import { Conversation } from '../../../../ui/slots.ts';
import { PageSkeleton } from '../../../../ui/states.tsx';
import { StatusTag } from '../../../../ui/status-tag.tsx';
import { ProgressForm } from '../../forms/progress-form.tsx';
import { AboutRequest } from '../step/about-request.tsx';
import { BeneficiaryFacts } from '../step/beneficiary-facts.tsx';
import { DueDay } from '../step/deadline.tsx';
import { DocumentPreview } from './document-preview.tsx';
import { DocumentSections, type Previewed } from '../step/document-sections.tsx';
import { Feedbacks } from '../step/feedbacks.tsx';
import { History } from '../step/history.tsx';
import { NeverSignedIn } from '../step/never-signed-in.tsx';
import { useFileActs } from './file-acts.tsx';
import { NextMove } from './next-move.tsx';
import { PersonSurvey } from './person-survey.tsx';
import { StarsGiven } from '../../../../domain/requests/stars.tsx';
import { StepMore } from '../step/step-more.tsx';
import { type StepAction, StepMoreDialog } from '../step/step-more-dialog.tsx';
import { StepOwner, useOwnerEntries } from '../step/step-owner.tsx';
import { StepState } from '../step/step-state.tsx';
import { TakeBack } from './take-back.tsx';
import { useUpdateRefusal } from '../step/update-refusal.ts';
import { useAnchorFocus } from '../step/use-anchor-focus.ts';
import styles from '../step/follow-up.module.css';

/** A part of the page; each of its names in an address leads to its heading. */
function Part({
  names = [],
  title,
  place,
  children,
}: {
  names?: readonly StepFilePart[];
  title: string;
  /** Ref for moving the focus here without an address. */
  place?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const id = useId();
  const anchorProps = useAnchorFocus(...names);
  return (
    <section
      ref={place}
      tabIndex={place === undefined ? undefined : -1}
      className={`${layout['card'] ?? ''} ${layout['wrap'] ?? ''}`}
      aria-labelledby={id}
    >
      <Box component="h2" className={layout['title']} mb={8} id={id} {...anchorProps}>
        {title}
      </Box>
      {children}
    </section>
  );
}

interface FileProps {
  readonly stepId: number;
  readonly file: File;
  readonly onNext: (() => void) | null;
  readonly onChanged: () => Promise<unknown>;
}

/**
 * The form retains the step from its start; a colleague's later changes appear as a conflict when it is saved. It
 * follows the agent's other acts on the page.
 */
function Progress({
  stepId,
  file: { row, step },
  onNext,
  closing,
  acts,
  onSaved,
  onClose,
}: Omit<FileProps, 'onChanged'> & {
  closing: number;
  /** Number of the agent's other acts on the page. */
  acts: number;
  onSaved: () => unknown;
  onClose: () => void;
}) {
  const [start] = useState({ row, step });
  const statuses = useEndpoint('paramsByParentI18n', {
    params: { parent: 'PROCESSING_STEP_STATUS' },
  });
  if (statuses.data === undefined) return <PageSkeleton />;
  return (
    <ProgressForm
      row={start.row}
      stepId={stepId}
      step={start.step}
      followed={{ acts, step }}
      statuses={statuses.data}
      onSaved={onSaved}
      onNext={onNext}
      closing={closing}
      onClose={onClose}
      onBusy={() => undefined}
    />
  );
}

/** The person's other requests at the organisation. */
function OtherRequests({ others, search }: Pick<File, 'others'> & { search: string }) {
  const { t } = useTranslation(['worklist', 'agent']);
  if (others.length === 0) return null;
  return (
    <Part title={t('agent:file.others')}>
      <Stack component="ul" gap="sm">
        {others.map((other) => (
          <li key={other.stepId}>
            <Link to={{ pathname: places.stepFile(other.requestId, other.stepId), search }}>
              <LtrText>{other.numRequest}</LtrText>
            </Link>{' '}
            <span className={layout['small']}>{formatMoment(other.dateRequest)}</span>{' '}
            <bdi>{other.service}</bdi>{' '}
            <StatusTag code={other.status.code} label={other.status.libelle} />
          </li>
        ))}
      </Stack>
    </Part>
  );
}

/** Number, state, deadline, owner and rare actions of a file. */
function FileHead({
  stepId,
  file,
  onHelp,
  onChanged,
}: Omit<FileProps, 'onNext'> & { onHelp: () => void }) {
  const { t } = useTranslation('worklist');
  const { row } = file;
  const [more, setMore] = useState<StepAction | null>(null);
  const owner = useOwnerEntries(row, { onChanged, onChoose: setMore });
  const acts = useFileActs({ stepId, file, onChanged });
  const copy = useCopy(row.numRequest, t('table.number'));
  return (
    <Group gap="8px 16px">
      <StepState row={row} />
      <DueDay deadline={row.deadline} />
      <StepOwner row={row} />
      <StepMore
        row={row}
        first={[...owner, ...acts.entries]}
        last={[
          ...(copy === null
            ? []
            : [
                {
                  key: 'copy',
                  label: copy.label,
                  icon: <IconCopy size={18} aria-hidden />,
                  onChoose: copy.run,
                },
              ]),
          {
            key: 'keys',
            label: t('file.keys'),
            icon: <IconInfoCircle size={18} aria-hidden />,
            onChoose: onHelp,
          },
        ]}
        onChoose={setMore}
      />
      {acts.dialog}
      <StepMoreDialog row={row} action={more} onClose={() => setMore(null)} onDone={onChanged} />
    </Group>
  );
}

/** Complete view of a step for an adviser; two columns where there is room. */
export function StepFile({
  stepId,
  file,
  search,
  onNext,
  onHelp,
  onChanged,
}: FileProps & { search: string; onHelp: () => void }) {
  const { t } = useTranslation(['worklist', 'agent']);
  const { row, person, rating, others, stepDocuments, feedbacks } = file;
  const refusal = useUpdateRefusal()(row);
  const history = useEndpoint('requestHistory', { params: { id: row.id } });
  const [looked, setLooked] = useState<Previewed | null>(null);
  /** React key: each form begins with the present step. */
  const [form, setForm] = useState(0);
  const progress = useRef<HTMLElement>(null);
  // Closing the step or undoing it replaces the form that has the focus, so the focus moves to the same part.
  const isWritable = refusal === null;
  const wasWritable = useRef(isWritable);
  useEffect(() => {
    const hasChanged = wasWritable.current !== isWritable;
    wasWritable.current = isWritable;
    if (!hasChanged) return;
    // The confirmed dialog has a history entry; going back over it restores the scroll position of its button.
    withoutLayers(() => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        progress.current?.scrollIntoView({ block: 'start' });
        progress.current?.focus({ preventScroll: true });
      });
    });
  }, [isWritable]);
  /** How often the person asked to close the step. */
  const [closing, setClosing] = useState(0);
  const [acts, setActs] = useState(0);
  const reloadAll = () => Promise.all([onChanged(), history.reload()]);
  const reloadAfterAct = async () => {
    await reloadAll();
    setActs((now) => now + 1);
  };
  return (
    <>
      <FileHead stepId={stepId} file={file} onHelp={onHelp} onChanged={reloadAfterAct} />
      <NextMove
        stepId={stepId}
        file={file}
        onChanged={reloadAfterAct}
        onClosing={() => {
          setClosing((times) => times + 1);
          progress.current?.scrollIntoView({ block: 'start' });
          progress.current?.focus({ preventScroll: true });
        }}
      />
      {/* Facts on one side, work on the other; on a phone the history comes last. */}
      <div className={styles['bench']}>
        <Stack>
          <AboutRequest row={row} isWhole />
          <Part names={['documents']} title={t('agent:file.documents')}>
            <DocumentSections
              stepDocuments={stepDocuments}
              requestDocuments={row.documents}
              urlVideo={row.urlVideo}
              onPreview={setLooked}
            />
            {looked === null ? null : (
              <DocumentPreview key={looked.name} file={looked} onClose={() => setLooked(null)} />
            )}
          </Part>
          <Part title={t('agent:file.person')}>
            {row.beneficiary.invitation === null ? null : (
              <NeverSignedIn
                stepId={stepId}
                invitation={row.beneficiary.invitation}
                onSent={reloadAll}
              />
            )}
            <BeneficiaryFacts beneficiary={row.beneficiary} person={person} />
            <PersonSurvey survey={person.survey} />
          </Part>
          <OtherRequests others={others} search={search} />
        </Stack>
        <Stack>
          <Part title={t('agent:file.progress')} place={progress}>
            {refusal === null ? (
              <Progress
                key={form}
                stepId={stepId}
                file={file}
                onNext={onNext}
                closing={closing}
                acts={acts}
                onSaved={reloadAll}
                onClose={() => {
                  setForm((now) => now + 1);
                  setClosing(0);
                }}
              />
            ) : (
              <Stack gap="sm" align="flex-start">
                <p className={layout['muted']}>{refusal}</p>
                <TakeBack row={row} stepId={stepId} onDone={reloadAll} />
              </Stack>
            )}
          </Part>
          <Part names={['messages', 'notes']} title={t('agent:file.conversation')}>
            <Conversation stepId={stepId} viewer="PARTENAIRE" onSettled={() => void reloadAll()} />
          </Part>
        </Stack>
        <Stack>
          {feedbacks.length === 0 ? null : (
            <Part title={t('agent:file.feedbacks')}>
              <Feedbacks items={feedbacks} />
            </Part>
          )}
          {rating === null ? null : (
            <Part names={['rating']} title={t('agent:file.rating')}>
              <StarsGiven value={rating.beneficiaryRating} />
              <p className={layout['userText']} dir="auto">
                {rating.beneficiaryFeedback}
              </p>
            </Part>
          )}
          {history.data === undefined ? null : (
            <section className={layout['card']}>
              <History items={history.data.items} visibleCount={3} />
            </section>
          )}
        </Stack>
      </div>
    </>
  );
}
