import {
  isTypeBenefRequired,
  missingMembers,
  projectIdeas,
  qualificationBody,
  typeBenefs,
  type UserView,
} from '@wasl/contracts';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';

import { formCodec, type FormValues } from '../../../ui/form/codec.ts';
import { formResolver, type Rule, withRules } from '../../../ui/form/rules.ts';

const answersObject = qualificationBody.in;
const codec = formCodec(answersObject);

/** Form values of the survey; the code `AUTRE` of the list of needs opens a free text. */
export type SurveyValues = FormValues<z.input<typeof answersObject>>;

export const emptySurvey: SurveyValues = codec.empty;

/** Answers to begin with: the saved ones, otherwise those known from the sign-up. */
export function surveyOf({
  qualification,
  typeBeneficiaire,
  profil,
}: Pick<UserView, 'qualification' | 'typeBeneficiaire' | 'profil'>): SurveyValues {
  if (qualification !== null) return codec.valuesOf(qualification);
  if (typeBeneficiaire === 'entreprise') return { ...emptySurvey, typeBenef: 'Morale' };
  // Other profiles are not asked, and the answer opens two more questions.
  return isTypeBenefRequired(profil?.code ?? null)
    ? { ...emptySurvey, typeBenef: 'Personne physique' }
    : emptySurvey;
}

const [creation, running] = projectIdeas;

/** Questions that depend on the answers so far (docs/specification.md, portal §5). */
export function askedQuestions(values: SurveyValues) {
  return {
    activity: typeBenefs.some((type) => type === values.typeBenef),
    maturity: values.projectIdea === creation,
    project: values.projectIdea === creation || values.projectIdea === running,
    otherThing: values.lookingFor.includes('AUTRE'),
    support: values.dejaAccompagne === 'oui',
  };
}

/** Payload without answers to questions that are no longer asked. */
export function payloadOf(values: SurveyValues) {
  const asked = askedQuestions(values);
  const { activity, maturity, project, otherThing, support } = asked;
  return codec.wireOf({
    ...values,
    ...(activity ? {} : { numberOfJobs: null, revenue: null }),
    ...(maturity ? {} : { projectMaturity: null }),
    ...(project
      ? {}
      : { expectedNumberOfJobs: null, investmentAmount: null, revenueOfProject: null }),
    ...(otherThing ? {} : { lookingForOtherThing: null }),
    ...(support ? {} : { department: null, service: null }),
  });
}

type Answers = z.output<typeof answersObject>;
const required = 'validation.required';

// The contract defines which answers are required.
const dependent = Object.keys(answersObject.shape).map((member): Rule<Answers> => ({
  at: member,
  fault: required,
  isBroken: (answers) =>
    missingMembers({ ...(answers as Answers), dejaAccompagne: answers.dejaAccompagne ?? '' }).some(
      (name) => name === member,
    ),
}));

export function surveyResolver(
  profilCode: string | null,
): Resolver<SurveyValues, unknown, SurveyValues> {
  const typed: Rule<Answers> = {
    at: 'typeBenef',
    fault: required,
    isBroken: ({ typeBenef }) => isTypeBenefRequired(profilCode) && typeBenef === null,
  };
  const answers = withRules(answersObject, [...dependent, typed]);
  return formResolver(z.preprocess((values) => payloadOf(values as SurveyValues), answers));
}
