import type { ReferenceItemView, StepNow } from '@wasl/contracts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import { ConflictPanel, type Side } from '../../../ui/conflict-panel.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { startingStatus } from '../rules/progress-rules.ts';
import {
  differingFields,
  documentsAddedMeanwhile,
  entriesOf,
  initialSide,
  isSame,
  type StepEntries,
  type StepField,
  stepFields,
} from '../rules/step-conflict.ts';
import type { ProgressFormState } from './use-progress-values.ts';

function typedIn(values: {
  readonly percent?: number | undefined;
  readonly status?: unknown;
  readonly partnerFeedback?: string | null | undefined;
}): StepEntries {
  return {
    percent: values.percent ?? 0,
    status: startingStatus(typeof values.status === 'string' ? values.status : undefined),
    feedback: values.partnerFeedback ?? '',
  };
}

function put(form: ProgressFormState, field: StepField, entries: StepEntries): void {
  if (field === 'feedback') {
    form.setValue('partnerFeedback', entries.feedback, { shouldDirty: true });
    return;
  }
  // The percent comes last, because the status follows it.
  form.setValue('status', entries.status, { shouldDirty: true });
  form.setValue('percent', entries.percent, { shouldDirty: true });
}

/** A conflict between the form and a colleague's save; null without one. */
export interface StepConflict {
  /** Step at the start of the form or at the previous refusal. */
  readonly before: StepNow;
  readonly now: StepNow;
  /** Input at the time of the refusal. */
  readonly mine: StepEntries;
  readonly fields: readonly StepField[];
}

/**
 * Detects and resolves conflicts of a step. `showConflict` receives the present step: edited fields keep the input, others
 * follow it. The next save uses the new version. `follow` does the same for an act of the agent's own, and shows no
 * conflict when progress and feedback stayed.
 */
export function useStepConflict(form: ProgressFormState, step: StepNow) {
  const [seen, setSeen] = useState(step);
  const [conflict, setConflict] = useState<StepConflict | null>(null);
  /** Bases the form on the present step, without a change of what was typed. */
  const begin = (now: StepNow) => {
    // Documents that were requested meanwhile are already awaited.
    const awaited = new Set(
      now.documents.flatMap(({ document, url }) => (url === null ? [document.code] : [])),
    );
    const asked = (form.getValues('documents') ?? []).filter(
      (document) => typeof document !== 'string' || !awaited.has(document),
    );
    form.setValue('documents', asked);
    form.setValue('version', now.version);
    setSeen(now);
  };
  const showConflict = (now: StepNow) => {
    const values = form.getValues();
    const [base, mine, theirs] = [entriesOf(seen), typedIn(values), entriesOf(now)];
    const fields = differingFields(mine, theirs);
    for (const field of fields) {
      if (initialSide(field, base, mine) === 'theirs') put(form, field, theirs);
    }
    setConflict({ before: seen, now, mine, fields });
    begin(now);
  };
  const follow = (now: StepNow) => {
    const [base, theirs] = [entriesOf(seen), entriesOf(now)];
    if (stepFields.every((field) => isSame(field, base, theirs))) begin(now);
    else showConflict(now);
  };
  return { seen, conflict, showConflict, follow };
}

export function StepConflictPanel({
  form,
  conflict: { before, now, mine, fields },
  statuses,
}: {
  form: ProgressFormState;
  conflict: StepConflict;
  statuses: readonly ReferenceItemView[];
}) {
  const { t } = useTranslation('worklist');
  const formats = useFormats();
  const present = typedIn(useWatch({ control: form.control }));
  const theirs = entriesOf(now);
  const statusText = (code: string) => statuses.find((item) => item.code === code)?.libelle ?? code;
  const words = (field: StepField, entries: StepEntries) =>
    field === 'feedback'
      ? entries.feedback
      : `${statusText(entries.status)} · ${formats.percent(entries.percent)}`;
  const chosen = (field: StepField): Side | null => {
    if (isSame(field, present, theirs)) return 'theirs';
    return isSame(field, present, mine) ? 'mine' : null;
  };
  const labels = { progress: t('progress.percent'), feedback: t('progress.feedback') };
  const { asked, received } = documentsAddedMeanwhile(before, now);
  const notes = [
    ...(asked.length === 0 ? [] : [t('progress.meanwhileAsked', { documents: asked.join(' · ') })]),
    ...(received.length === 0
      ? []
      : [t('progress.meanwhileReceived', { documents: received.join(' · ') })]),
  ];
  return (
    <ConflictPanel
      current={now}
      differences={fields.map((field) => ({
        name: field,
        label: labels[field],
        theirs: words(field, theirs),
        mine: words(field, mine),
        chosen: chosen(field),
      }))}
      onChoose={(names, side) => {
        for (const field of fields) {
          if (names.includes(field)) put(form, field, side === 'theirs' ? theirs : mine);
        }
      }}
    >
      {notes.map((note) => (
        <p key={note} className={layout['wrap']}>
          {note}
        </p>
      ))}
    </ConflictPanel>
  );
}
