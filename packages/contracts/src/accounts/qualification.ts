import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { clearableText, optionalText, paragraph, v } from '../wire/text.ts';

export const typeBenefs = ['Personne physique', 'Auto Entrepreneur', 'Morale'] as const;
export const projectIdeas = [
  'Projet en cours de création',
  'Projet en exploitation',
  'Pas encore de projet',
] as const;
export const profilesWithTypeBenef = ['ETUDIANT', 'ENTREPRENEUR', 'EMPLOYE'] as const;

const text = optionalText(250);
const sentText = clearableText(250);
/** A figure as text, or as a number from another client. Output: text. */
const textOrNumber = z.union([sentText, z.number().transform(String)], { error: v('invalid') });

/** Comma-joined codes, or a list of codes. Output: comma-joined. */
const lookingFor = z
  .union([z.string(), z.array(z.string())], { error: v('lookingForRequired') })
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(','))
      .map((code) => code.trim())
      .filter((code) => code !== ''),
  )
  .pipe(
    z
      .array(z.string().max(80, v('tooLong')))
      .min(1, v('lookingForRequired'))
      .max(30, v('tooMany')),
  )
  .transform((codes) => [...new Set(codes)].join(','));

const answers = z.object({
  commentaire: paragraph(4000, 'commentaireRequired'),
  typeBenef: z
    .enum(typeBenefs, { error: v('required') })
    .nullish()
    .transform((x) => x ?? null),
  numberOfJobs: text,
  revenue: text,
  projectIdea: z.enum(projectIdeas, { error: v('required') }),
  projectMaturity: text,
  expectedNumberOfJobs: text,
  investmentAmount: text,
  revenueOfProject: text,
  lookingFor,
  lookingForOtherThing: optionalText(500),
  /** The answer to "already supported?". Where a client omits it, a department or a service means oui. */
  dejaAccompagne: z.enum(['oui', 'non'], { error: v('required') }).optional(),
  department: text,
  service: text,
});

function withSupport(value: z.output<typeof answers>) {
  const isSupported = value.department !== null || value.service !== null;
  return { ...value, dejaAccompagne: value.dejaAccompagne ?? (isSupported ? 'oui' : 'non') };
}

function refuseMissing(value: SurveyAnswers, ctx: z.RefinementCtx): void {
  for (const member of missingMembers(value))
    ctx.addIssue({ code: 'custom', path: [member], message: v('required') });
}

/** The profiling survey (specification §3 and §5). `currentBeneficiary` is taken from the session. */
export const qualificationBody = answers.transform(withSupport).superRefine(refuseMissing);

/** Body of the call: an absent answer stays unchanged, so the server checks for missing ones. */
const saveQualificationBody = answers.extend({
  typeBenef: answers.shape.typeBenef.in,
  numberOfJobs: textOrNumber,
  revenue: textOrNumber,
  projectMaturity: sentText,
  expectedNumberOfJobs: textOrNumber,
  investmentAmount: textOrNumber,
  revenueOfProject: textOrNumber,
  lookingForOtherThing: clearableText(500),
  department: sentText,
  service: sentText,
});
export type SentSurvey = z.output<typeof saveQualificationBody>;

interface SurveyAnswers {
  typeBenef: string | null;
  numberOfJobs: string | null;
  revenue: string | null;
  projectIdea: string;
  projectMaturity: string | null;
  expectedNumberOfJobs: string | null;
  investmentAmount: string | null;
  revenueOfProject: string | null;
  dejaAccompagne: string;
  department: string | null;
  service: string | null;
}

const isCreated = ({ projectIdea }: Deciding) => projectIdea === 'Projet en cours de création';
const isProject = (value: Deciding) =>
  isCreated(value) || value.projectIdea === 'Projet en exploitation';
const isActive = ({ typeBenef }: Deciding) => typeBenef !== null;
const isSupported = ({ dejaAccompagne }: Deciding) => dejaAccompagne === 'oui';
/** Conditions of questions that depend on other answers. */
const isAsked = {
  numberOfJobs: isActive,
  revenue: isActive,
  projectMaturity: isCreated,
  expectedNumberOfJobs: isProject,
  investmentAmount: isProject,
  revenueOfProject: isProject,
  department: isSupported,
  service: isSupported,
} as const satisfies Partial<Record<keyof SurveyAnswers, (value: Deciding) => boolean>>;
type Deciding = Pick<SurveyAnswers, 'typeBenef' | 'projectIdea' | 'dejaAccompagne'>;
type AskedMember = keyof typeof isAsked;
const askedMembers = Object.keys(isAsked) as AskedMember[];

/**
 * Missing answers that other answers make mandatory. `isTypeBenefRequired` checks `typeBenef`, which depends on the profile.
 */
export function missingMembers(value: SurveyAnswers): AskedMember[] {
  return askedMembers.filter((member) => isAsked[member](value) && value[member] === null);
}

/**
 * Completes a survey of another client with the earlier answers. An answer to a question that no longer applies becomes null.
 * @param before the current survey, null for the first
 */
export function completedSurvey(
  sent: SentSurvey,
  before:
    | (Readonly<Omit<SurveyAnswers, 'projectIdea'>> & { lookingForOtherThing: string | null })
    | null,
) {
  const { department, service, ...rest } = sent;
  const namesSupport = (department ?? service ?? null) !== null;
  const {
    typeBenef = before?.typeBenef ?? null,
    lookingForOtherThing = before?.lookingForOtherThing ?? null,
    dejaAccompagne = namesSupport ? 'oui' : (before?.dejaAccompagne ?? 'non'),
  } = rest;
  const unchangedIfAbsent = (member: AskedMember) =>
    sent[member] === undefined ? (before?.[member] ?? null) : sent[member];
  const survey = {
    ...sent,
    typeBenef,
    lookingForOtherThing,
    dejaAccompagne,
    ...(Object.fromEntries(
      askedMembers.map((member) => [member, unchangedIfAbsent(member)]),
    ) as Record<AskedMember, string | null>),
  };
  const unasked = askedMembers.filter(
    (member) => sent[member] === undefined && !isAsked[member](survey),
  );
  return { ...survey, ...Object.fromEntries(unasked.map((member) => [member, null])) };
}

/** Whether the survey needs `typeBenef`: for individuals with the profile student, entrepreneur or employee. */
export function isTypeBenefRequired(profilCode: string | null): boolean {
  return (profilesWithTypeBenef as readonly (string | null)[]).includes(profilCode);
}

const nullableText = z.string().nullable();
export const qualification = z.object({
  id: z.number(),
  commentaire: z.string(),
  typeBenef: nullableText,
  numberOfJobs: nullableText,
  revenue: nullableText,
  projectIdea: z.string(),
  projectMaturity: nullableText,
  expectedNumberOfJobs: nullableText,
  investmentAmount: nullableText,
  revenueOfProject: nullableText,
  lookingFor: z.string(),
  lookingForOtherThing: nullableText,
  dejaAccompagne: z.string(),
  department: nullableText,
  service: nullableText,
});
export type QualificationView = z.infer<typeof qualification>;

export const qualificationCalls = defineArea('accounts', {
  saveQualification: {
    route: 'POST /saveQualification',
    permission: 'qualification:write',
    summary: 'Save the profiling survey. It replaces an earlier one, which stays in the history',
    body: saveQualificationBody,
    response: { status: 201, body: qualification },
  },
});
