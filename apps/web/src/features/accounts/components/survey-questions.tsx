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

/** Questions of the survey; some depend on other answers. Needs a form context. */
export function SurveyQuestions({
  lists,
  isTypeRequired,
  isCompany,
}: {
  lists: SurveyLists;
  isTypeRequired: boolean;
  /** The sign-up was a company's: its type is filled in. */
  isCompany: boolean;
}) {
  const { t } = useTranslation('survey');
  const { watch } = useFormContext<SurveyValues>();
  const asked = askedQuestions(watch());
  const field = <N extends keyof SurveyValues>(name: N) => ({
    name,
    label: t(name),
    required: true,
  });
  return (
    <>
      <BoundTextArea<SurveyValues>
        {...field('commentaire')}
        hint={t('commentaireHint')}
        rows={4}
        maxLength={4000}
      />
      <BoundRadio<SurveyValues>
        {...field('typeBenef')}
        required={isTypeRequired}
        {...(isCompany ? { hint: t('typeHint') } : {})}
        choices={typeBenefs.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      {asked.activity ? (
        <Columns min={220}>
          <BoundSelect<SurveyValues> {...field('numberOfJobs')} choices={lists.jobs} />
          <BoundSelect<SurveyValues> {...field('revenue')} choices={lists.revenues} />
        </Columns>
      ) : null}
      <BoundRadio<SurveyValues>
        {...field('projectIdea')}
        choices={projectIdeas.map((value) => ({ value, label: t(`ideas.${value}`) }))}
      />
      {asked.maturity ? (
        <BoundSelect<SurveyValues> {...field('projectMaturity')} choices={lists.maturities} />
      ) : null}
      {asked.project ? (
        <Columns min={220}>
          <BoundSelect<SurveyValues> {...field('expectedNumberOfJobs')} choices={lists.jobs} />
          <BoundSelect<SurveyValues> {...field('investmentAmount')} choices={lists.amounts} />
          <BoundSelect<SurveyValues> {...field('revenueOfProject')} choices={lists.revenues} />
        </Columns>
      ) : null}
      <BoundCheckboxGroup<SurveyValues> {...field('lookingFor')} choices={lists.needs} />
      {asked.otherThing ? (
        <BoundTextField<SurveyValues>
          {...field('lookingForOtherThing')}
          required={false}
          maxLength={500}
        />
      ) : null}
      <BoundRadio<SurveyValues>
        {...field('dejaAccompagne')}
        choices={[
          { value: 'oui', label: t('yes') },
          { value: 'non', label: t('no') },
        ]}
      />
      {asked.support ? (
        <Columns min={220}>
          <BoundTextField<SurveyValues>
            {...field('department')}
            hint={t('departmentHint')}
            maxLength={250}
          />
          <BoundTextField<SurveyValues>
            {...field('service')}
            hint={t('serviceHint')}
            maxLength={250}
          />
        </Columns>
      ) : null}
    </>
  );
}
