import {
  answerPlaceholders,
  savedAnswerBody,
  type SavedAnswer,
  type SavedAnswerBody,
} from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { currentOf, hasFieldFaults } from '../../../lib/http/http.ts';
import { languageNames, languages } from '../../../lib/format/language.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { BoundTextArea, BoundTextField, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';
import { AnswerConflictPanel, useAnswerConflict } from './answer-conflict.tsx';

const noTexts = { fr: null, en: null, ar: null, es: null };

export function AnswerForm({
  answer,
  onSaved,
  onClose,
}: {
  /** Null for a new one. */
  answer: SavedAnswer | null;
  onSaved: () => unknown;
  onClose: () => void;
}) {
  const { t } = useTranslation(['answers', 'common']);
  const formats = useFormats();
  const add = useEndpointAction('addAnswer');
  const change = useEndpointAction('changeAnswer');
  const [failure, setFailure] = useState<unknown>(null);
  const form = useSchemaForm(savedAnswerBody, {
    name: answer?.name ?? '',
    texts: answer?.texts ?? noTexts,
    version: answer?.version,
  });
  const { conflict, showConflict } = useAnswerConflict(form, answer);
  const draft = useDialogDraft(form, `answer-${String(answer?.id ?? 'new')}`);
  const isRunning = add.isRunning || change.isRunning;
  const send = async (body: SavedAnswerBody): Promise<void> => {
    setFailure(null);
    try {
      if (answer === null) await add.run({ body });
      else await change.run({ params: { id: answer.id }, body });
      draft.clear();
      await onSaved();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      const now = currentOf(error, 'ANSWER_CHANGED');
      if (now !== undefined) {
        showConflict(now);
        return;
      }
      setFailure(error);
    }
  };
  return (
    <Form form={form} draft={draft} label={t('label')} onSubmit={send}>
      <BoundTextField
        name="name"
        control={form.control}
        label={t('name')}
        hint={t('nameHint')}
        maxLength={60}
        required
      />
      <p className={layout['small']}>
        {t('placeholders', {
          names: formats.list(answerPlaceholders.map((name) => isolated(`{${name}}`))),
        })}
      </p>
      {languages.map((lang) => (
        <BoundTextArea
          key={lang}
          name={`texts.${lang}`}
          control={form.control}
          label={t('textIn', { language: isolated(languageNames[lang]) })}
          rows={3}
          maxLength={2000}
        />
      ))}
      {conflict === null ? null : <AnswerConflictPanel form={form} conflict={conflict} />}
      <FailureBanner failure={failure} />
      <FormActions
        isRunning={isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={t('common:actions.save')}
      />
    </Form>
  );
}
