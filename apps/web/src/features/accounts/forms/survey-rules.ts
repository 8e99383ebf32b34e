import {
  isTypeBenefRequired,
  missingMembers,
  projectIdeas,
  type QualificationView,
  qualificationBody,
  typeBenefs,
} from '@wasl/contracts';
import type { FieldErrors, Resolver } from 'react-hook-form';

/** The survey as its form holds it; the code `AUTRE` of the list of needs opens a free field. */
export interface SurveyValues {
  commentaire: string;
  typeBenef: string | null;
  numberOfJobs: string | null;
  revenue: string | null;
  projectIdea: string | null;
  projectMaturity: string | null;
  expectedNumberOfJobs: string | null;
  investmentAmount: string | null;
  revenueOfProject: string | null;
  lookingFor: string[];
  lookingForOtherThing: string;
  dejaAccompagne: string | null;
  department: string;
  service: string;
}

export const emptySurvey: SurveyValues = {
  commentaire: '',
  typeBenef: null,
  numberOfJobs: null,
  revenue: null,
  projectIdea: null,
  projectMaturity: null,
  expectedNumberOfJobs: null,
  investmentAmount: null,
  revenueOfProject: null,
  lookingFor: [],
  lookingForOtherThing: '',
  dejaAccompagne: null,
  department: '',
  service: '',
};

/** The answers given before, to change them. */
export function surveyOf(saved: QualificationView): SurveyValues {
  return {
    ...saved,
    lookingFor: saved.lookingFor.split(',').filter((code) => code !== ''),
    lookingForOtherThing: saved.lookingForOtherThing ?? '',
    department: saved.department ?? '',
    service: saved.service ?? '',
  };
}

const [creation, running] = projectIdeas;

/** Which questions the answers so far bring up (docs/specification.md, portal §5). */
export function askedQuestions(values: SurveyValues) {
  return {
    activity: typeBenefs.some((type) => type === values.typeBenef),
    maturity: values.projectIdea === creation,
    project: values.projectIdea === creation || values.projectIdea === running,
    otherThing: values.lookingFor.includes('AUTRE'),
    support: values.dejaAccompagne === 'oui',
  };
}

const text = (value: string | null) => (value === null || value.trim() === '' ? null : value);

/** What is sent: answers to questions that are no longer asked are left out. */
export function payloadOf(values: SurveyValues) {
  const asked = askedQuestions(values);
  const when = (isAsked: boolean, value: string | null) => (isAsked ? text(value) : null);
  return {
    commentaire: values.commentaire,
    typeBenef: values.typeBenef,
    numberOfJobs: when(asked.activity, values.numberOfJobs),
    revenue: when(asked.activity, values.revenue),
    projectIdea: values.projectIdea,
    projectMaturity: when(asked.maturity, values.projectMaturity),
    expectedNumberOfJobs: when(asked.project, values.expectedNumberOfJobs),
    investmentAmount: when(asked.project, values.investmentAmount),
    revenueOfProject: when(asked.project, values.revenueOfProject),
    lookingFor: values.lookingFor,
    lookingForOtherThing: when(asked.otherThing, values.lookingForOtherThing),
    dejaAccompagne: values.dejaAccompagne,
    department: when(asked.support, values.department),
    service: when(asked.support, values.service),
  };
}

/** Faults of the answers by field, all of them at once: the contract's rules and those that hang on other answers. */
export function surveyFaults(values: SurveyValues, profilCode: string | null): Map<string, string> {
  const payload = payloadOf(values);
  const faults = new Map<string, string>();
  const add = (name: string, message: string) => {
    if (!faults.has(name)) faults.set(name, message);
  };
  const parsed = qualificationBody.safeParse({
    ...payload,
    dejaAccompagne: payload.dejaAccompagne ?? undefined,
  });
  for (const issue of parsed.error?.issues ?? []) add(String(issue.path[0]), issue.message);
  const missing = missingMembers({
    ...payload,
    projectIdea: payload.projectIdea ?? '',
    dejaAccompagne: payload.dejaAccompagne ?? '',
  });
  for (const name of missing) add(name, 'validation.required');
  if (payload.dejaAccompagne === null) add('dejaAccompagne', 'validation.required');
  if (isTypeBenefRequired(profilCode) && payload.typeBenef === null)
    add('typeBenef', 'validation.required');
  return faults;
}

const order = Object.keys(emptySurvey);

/** The form's judge, with faults in the order of the fields. */
export function surveyResolver(profilCode: string | null): Resolver<SurveyValues> {
  return (values) => {
    const faults = surveyFaults(values, profilCode);
    if (faults.size === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      order.flatMap((name) => {
        const message = faults.get(name);
        return message === undefined ? [] : [[name, { type: 'custom', message }]];
      }),
    ) as FieldErrors<SurveyValues>;
    return { values: {}, errors };
  };
}
