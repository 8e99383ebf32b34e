import { projectIdeas, typeBenefs } from '@wasl/contracts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import {
  BoundCheckboxGroup,
  BoundRadio,
  BoundSelect,
  BoundTextArea,
  BoundTextField,
  type Choice,
} from '../../../ui/form/index.ts';
import { Columns } from '../../../ui/layout/columns.tsx';
import { askedQuestions, type SurveyValues } from '../forms/survey-rules.ts';

export interface SurveyLists {
  readonly jobs: readonly Choice[];
  readonly revenues: readonly Choice[];
  readonly amounts: readonly Choice[];
  readonly maturities: readonly Choice[];
  readonly needs: readonly Choice[];
}

/** The questions of the survey; some come up with the answers to others. Needs the form around it. */
export function SurveyQuestions({
  lists,
  isTypeRequired,
}: {
  lists: SurveyLists;
  isTypeRequired: boolean;
}) {
  const { t } = useTranslation('survey');
  const { watch } = useFormContext<SurveyValues>();
  const asked = askedQuestions(watch());
  return (
    <>
      <BoundTextArea<SurveyValues>
        name="commentaire"
        label={t('commentaire')}
        hint={t('commentaireHint')}
        rows={4}
        maxLength={4000}
        required
      />
      <BoundRadio<SurveyValues>
        name="typeBenef"
        label={t('typeBenef')}
        required={isTypeRequired}
        choices={typeBenefs.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      {asked.activity ? (
        <Columns min={220}>
          <BoundSelect<SurveyValues>
            name="numberOfJobs"
            label={t('numberOfJobs')}
            choices={lists.jobs}
            required
          />
          <BoundSelect<SurveyValues>
            name="revenue"
            label={t('revenue')}
            choices={lists.revenues}
            required
          />
        </Columns>
      ) : null}
      <BoundRadio<SurveyValues>
        name="projectIdea"
        label={t('projectIdea')}
        required
        choices={projectIdeas.map((value) => ({ value, label: t(`ideas.${value}`) }))}
      />
      {asked.maturity ? (
        <BoundSelect<SurveyValues>
          name="projectMaturity"
          label={t('projectMaturity')}
          choices={lists.maturities}
          required
        />
      ) : null}
      {asked.project ? (
        <Columns min={220}>
          <BoundSelect<SurveyValues>
            name="expectedNumberOfJobs"
            label={t('expectedNumberOfJobs')}
            choices={lists.jobs}
            required
          />
          <BoundSelect<SurveyValues>
            name="investmentAmount"
            label={t('investmentAmount')}
            choices={lists.amounts}
            required
          />
          <BoundSelect<SurveyValues>
            name="revenueOfProject"
            label={t('revenueOfProject')}
            choices={lists.revenues}
            required
          />
        </Columns>
      ) : null}
      <BoundCheckboxGroup<SurveyValues>
        name="lookingFor"
        label={t('lookingFor')}
        choices={lists.needs}
        required
      />
      {asked.otherThing ? (
        <BoundTextField<SurveyValues>
          name="lookingForOtherThing"
          label={t('lookingForOtherThing')}
          maxLength={500}
        />
      ) : null}
      <BoundRadio<SurveyValues>
        name="dejaAccompagne"
        label={t('dejaAccompagne')}
        required
        choices={[
          { value: 'oui', label: t('yes') },
          { value: 'non', label: t('no') },
        ]}
      />
      {asked.support ? (
        <Columns min={220}>
          <BoundTextField<SurveyValues>
            name="department"
            label={t('department')}
            hint={t('departmentHint')}
            maxLength={250}
            required
          />
          <BoundTextField<SurveyValues>
            name="service"
            label={t('service')}
            hint={t('serviceHint')}
            maxLength={250}
            required
          />
        </Columns>
      ) : null}
    </>
  );
}
