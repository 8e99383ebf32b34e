import { Button, NativeSelect, Stack } from '@mantine/core';
import {
  answerPlaceholders,
  bulkMessage,
  maxMessageLength,
  type BulkActionInput,
  type SavedAnswer,
} from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { WithSuggestions } from '../../../domain/processing/with-suggestions.tsx';
import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { languageNames, languages } from '../../../lib/format/language.ts';
import { useEndpoint } from '../../../lib/http/use-endpoint.ts';
import { BoundTextArea, Form } from '../../../ui/form/index.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { useDialogDraft } from '../../../ui/use-dialog-draft.ts';

interface FormProps {
  readonly isRunning: boolean;
  /** Resolves to whether it succeeded; the dialog shows errors. */
  readonly onSend: (action: BulkActionInput) => Promise<boolean>;
  readonly onClose: () => void;
}

function AnswerToSend({ answer, isRunning, onSend, onClose }: FormProps & { answer: SavedAnswer }) {
  const { t } = useTranslation(['bulk', 'common']);
  return (
    <>
      <Stack component="dl" gap="sm">
        {languages
          .filter((lang) => answer.texts[lang] !== null)
          .map((lang) => (
            <div key={lang}>
              <dt className={layout['small']}>{isolated(languageNames[lang])}</dt>
              <dd className={layout['userText']} lang={lang} dir="auto">
                {answer.texts[lang]}
              </dd>
            </div>
          ))}
      </Stack>
      <p className={layout['small']}>{t('message.inTheirs')}</p>
      <Actions>
        <Button variant="default" disabled={isRunning} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          loading={isRunning}
          onClick={() => void onSend({ kind: 'answer', answerId: answer.id })}
        >
          {t('message.send')}
        </Button>
      </Actions>
    </>
  );
}

function WrittenMessage({ isRunning, onSend, onClose }: FormProps) {
  const { t } = useTranslation(['bulk', 'common']);
  const formats = useFormats();
  const form = useSchemaForm(bulkMessage, { kind: 'message', body: '' });
  const draft = useDialogDraft(form, 'bulk-message');
  const names = answerPlaceholders.map((name) => `\u2066{${name}}\u2069`);
  return (
    <Form
      form={form}
      draft={draft}
      label={t('action.message')}
      onSubmit={async (values) => {
        if (await onSend(values)) draft.clear();
      }}
    >
      <WithSuggestions stepId={null} reader="beneficiary">
        <BoundTextArea
          name="body"
          control={form.control}
          label={t('message.body')}
          hint={t('message.placeholders', { names: formats.list(names) })}
          maxLength={maxMessageLength}
          required
        />
      </WithSuggestions>
      <FormActions
        isRunning={isRunning}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        submitLabel={t('message.send')}
      />
    </Form>
  );
}

export function BulkMessage(props: FormProps) {
  const { t } = useTranslation('bulk');
  const { data = [] } = useEndpoint('listAnswers', {});
  const [answerId, setAnswerId] = useState('');
  const answer = data.find(({ id }) => String(id) === answerId);
  return (
    <>
      {data.length === 0 ? null : (
        <NativeSelect
          label={t('message.answer')}
          value={answerId}
          disabled={props.isRunning}
          onChange={(event) => setAnswerId(event.currentTarget.value)}
        >
          <option value="">{t('message.own')}</option>
          {data.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      {/* Only hidden, so that the typed text stays while the user views an answer. */}
      <div hidden={answer !== undefined}>
        <WrittenMessage {...props} />
      </div>
      {answer === undefined ? null : <AnswerToSend {...props} answer={answer} />}
    </>
  );
}
