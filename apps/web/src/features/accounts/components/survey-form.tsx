import { Stack } from '@mantine/core';
import { isTypeBenefRequired, qualificationBody, type UserView } from '@wasl/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormDraft } from '../../../lib/drafts/draft.ts';
import { hasFieldFaults } from '../../../lib/http/http.ts';
import { useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Form } from '../../../ui/form/index.ts';
import { useFormWithSummary } from '../../../ui/form/use-form-with-summary.ts';
import { FormActions } from '../../../ui/layout/form-actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { notify } from '../../../ui/notify.ts';
import { payloadOf, surveyOf, surveyResolver, type SurveyValues } from '../forms/survey-rules.ts';
import { type SurveyLists, SurveyQuestions } from './survey-questions.tsx';

/** Form of the survey: stores a draft during typing, and saves all answers in one call. */
export function SurveyForm({
  user,
  lists,
  simulated,
  onClose,
  onSaved,
}: {
  user: UserView;
  lists: SurveyLists;
  /** First answers from a simulation; null without one. */
  simulated: Partial<SurveyValues> | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const { t } = useTranslation(['survey', 'common']);
  const profil = user.profil?.code ?? null;
  const form = useFormWithSummary<SurveyValues, unknown, SurveyValues>({
    defaultValues: { ...surveyOf(user), ...(user.qualification === null ? simulated : {}) },
    resolver: surveyResolver(profil),
  });
  const draft = useFormDraft(form, 'survey');
  const save = useEndpointAction('saveQualification');
  const [failure, setFailure] = useState<unknown>(null);

  const submit = async (values: SurveyValues): Promise<void> => {
    setFailure(null);
    try {
      await save.run({ body: qualificationBody.parse(payloadOf(values)) });
      draft.clear();
      notify.success(t('saved'));
      await onSaved();
    } catch (error) {
      if (hasFieldFaults(error)) throw error;
      setFailure(error);
    }
  };

  return (
    <Stack>
      <p className={layout['muted']}>{t('lead')}</p>
      {simulated === null ? null : <Banner tone="info">{t('fromSimulation')}</Banner>}
      <Form form={form} draft={draft} label={t('title')} onSubmit={submit}>
        <SurveyQuestions
          lists={lists}
          isTypeRequired={isTypeBenefRequired(profil)}
          isCompany={user.typeBeneficiaire === 'entreprise'}
        />
        <FailureBanner failure={failure} />
        <FormActions
          isRunning={save.isRunning}
          onCancel={onClose}
          cancelLabel={t(user.qualification === null ? 'later' : 'common:actions.cancel')}
          submitLabel={t('common:actions.save')}
        />
      </Form>
    </Stack>
  );
}
