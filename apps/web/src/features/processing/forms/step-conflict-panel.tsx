import type { ReferenceItemView, StepNow } from '@wasl/contracts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useFormats } from '../../../lib/format/formats.ts';
import { ConflictPanel, type Side } from '../../../ui/conflict-panel.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { startingStatus } from '../rules/progress-rules.ts';
import {
  differing,
  documentsMeanwhile,
  entriesOf,
  firstSide,
  isSame,
  type StepEntries,
  type StepField,
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
  // The percent last: it is what was said, the status follows it.
  form.setValue('status', entries.status, { shouldDirty: true });
  form.setValue('percent', entries.percent, { shouldDirty: true });
}

/** What stands between the form and what is saved now; null while nobody came between. */
export interface StepConflict {
  /** As it stood when the form, or the earlier refusal, was looked at. */
  readonly before: StepNow;
  readonly now: StepNow;
  /** As it was typed when it was refused. */
  readonly mine: StepEntries;
  readonly fields: readonly StepField[];
}

/**
 * The step that the form of it goes on from, and what came between. `meet` takes what is there now: the form keeps
 * what was typed, follows it where nothing was typed, and the next save is made knowingly.
 */
export function useStepConflict(form: ProgressFormState, step: StepNow) {
  const [seen, setSeen] = useState(step);
  const [conflict, setConflict] = useState<StepConflict | null>(null);
  const meet = (now: StepNow) => {
    const values = form.getValues();
    const [base, mine, theirs] = [entriesOf(seen), typedIn(values), entriesOf(now)];
    const fields = differing(mine, theirs);
    for (const field of fields) {
      if (firstSide(field, base, mine) === 'theirs') put(form, field, theirs);
    }
    // What a colleague asked for in between is awaited already.
    const awaited = new Set(
      now.documents.flatMap(({ document, url }) => (url === null ? [document.code] : [])),
    );
    const asked = (values.documents ?? []).filter(
      (document) => typeof document !== 'string' || !awaited.has(document),
    );
    form.setValue('documents', asked);
    form.setValue('version', now.version);
    setConflict({ before: seen, now, mine, fields });
    setSeen(now);
  };
  return { seen, conflict, meet };
}

/** What a colleague saved and what was typed here, to choose from. */
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
  const { asked, received } = documentsMeanwhile(before, now);
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
