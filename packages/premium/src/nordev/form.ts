import type { Amount } from '../amount.ts';
import { createFieldReader } from '../form.ts';
import type { CodeRef, Issue, YesNo } from '../form.ts';
import {
  COMPANY_CATEGORIES,
  CONVERGENCE_LEVELS,
  SOCIAL_PAYROLLS,
  SUBSTITUTION_LEVELS,
} from '../rules/types.ts';
import type {
  CompanyCategory,
  ConvergenceLevel,
  EnvironmentCriterion,
  InnovationCriterion,
  NordevRuleSet,
  SocialPayroll,
  SubstitutionLevel,
} from '../rules/types.ts';

/**
 * NORDEV form under its wire names, in dirhams; unfinished forms may lack any member. Convergence is the word of the
 * payload, not the slider's figure. The "other" environmental flag with its label, the title and the description do not
 * affect the result.
 */
export type NordevForm = {
  intituleProjet?: string | null | undefined;
  consistanceProjet?: string | null | undefined;
  categorieEntreprise?: CompanyCategory | null | undefined;
  nombreEmploiStableCree?: Amount;
  secteurActivite?: CodeRef;
  localisationProjet?: CodeRef;
  montantTotalInvestissement?: Amount;
  masseSalarialeTotale?: Amount;
  substitutionImportation?: SubstitutionLevel | null | undefined;
  chiffreAffaire?: Amount;
  chiffreAffaireExport?: Amount;
  convergenceVocationTerritoriale?: ConvergenceLevel | null | undefined;
  dejaBeneficierConventionInvestissement?: YesNo;
} & { [K in SocialPayroll]?: Amount } & {
  [K in InnovationCriterion | EnvironmentCriterion]?: YesNo;
};

/** A parsed and valid form; amounts in centimes. */
export type NordevInput = {
  categorieEntreprise: CompanyCategory;
  nombreEmploiStableCree: bigint;
  secteurActivite: string;
  localisationProjet: string;
  montantTotalInvestissement: bigint;
  masseSalarialeTotale: bigint;
  substitutionImportation: SubstitutionLevel;
  chiffreAffaire: bigint;
  chiffreAffaireExport: bigint;
  convergenceVocationTerritoriale: ConvergenceLevel;
  dejaBeneficierConventionInvestissement: boolean;
  payrolls: Record<SocialPayroll, bigint>;
  innovation: Record<InnovationCriterion, boolean>;
  environment: Record<EnvironmentCriterion, boolean>;
};

/** Parses a form against a rule set. The input is only usable without issues. */
export function readNordevForm(
  form: NordevForm,
  ruleSet: NordevRuleSet,
): { input: NordevInput; issues: Issue[] } {
  const { rules } = ruleSet;
  const reader = createFieldReader();
  const { issues, refuse } = reader;
  const oneOf = <T extends string>(path: ChoiceField, known: readonly T[], first: T): T => {
    // The types promise a known word, but untyped callers may send others.
    const value: string = form[path] ?? '';
    const found = known.find((candidate) => candidate === value);
    if (found === undefined) refuse(path, value === '' ? 'REQUIRED' : 'UNKNOWN_CODE');
    return found ?? first;
  };
  const amount = (path: SocialPayroll | AmountField): bigint => reader.amount(path, form[path]);
  const yesNo = (path: InnovationCriterion | EnvironmentCriterion): boolean =>
    reader.yesNo(path, form[path]);
  const hasIssue = (path: string): boolean => issues.some((issue) => issue.path === path);
  /** A part of a total; refused only when the total is valid. */
  const part = (path: SocialPayroll | AmountField, totalPath: AmountField, total: bigint) => {
    const centimes = amount(path);
    if (centimes <= total) return centimes;
    if (!hasIssue(totalPath)) refuse(path, 'ABOVE_TOTAL');
    return 0n;
  };

  const categorieEntreprise = oneOf('categorieEntreprise', COMPANY_CATEGORIES, 'TPE');
  const nombreEmploiStableCree = reader.jobs('nombreEmploiStableCree', form.nombreEmploiStableCree);
  const secteurActivite = reader.code('secteurActivite', form.secteurActivite, (code) =>
    rules.secteurs.includes(code),
  );
  const localisationProjet = reader.code('localisationProjet', form.localisationProjet, (code) =>
    Object.hasOwn(rules.territoriale, code),
  );
  const montantTotalInvestissement = amount('montantTotalInvestissement');
  if (montantTotalInvestissement === 0n && !hasIssue('montantTotalInvestissement')) {
    refuse('montantTotalInvestissement', 'NOT_POSITIVE');
  }
  const masseSalarialeTotale = amount('masseSalarialeTotale');
  const [women, youth, disabled] = SOCIAL_PAYROLLS;
  const payrolls = {
    [women]: part(women, 'masseSalarialeTotale', masseSalarialeTotale),
    [youth]: part(youth, 'masseSalarialeTotale', masseSalarialeTotale),
    [disabled]: part(disabled, 'masseSalarialeTotale', masseSalarialeTotale),
  };
  const innovation = {
    businessModelInnovant: yesNo('businessModelInnovant'),
    produitServiceInnovant: yesNo('produitServiceInnovant'),
    technologieInnovante: yesNo('technologieInnovante'),
    projetMciOmpicCri: yesNo('projetMciOmpicCri'),
  };
  const environment = {
    mesureEconomieEau: yesNo('mesureEconomieEau'),
    utilisationEnergieRenouvelable: yesNo('utilisationEnergieRenouvelable'),
    mesureEfficaciteEnergitique: yesNo('mesureEfficaciteEnergitique'),
  };
  const substitutionImportation = oneOf('substitutionImportation', SUBSTITUTION_LEVELS, 'aucun');
  const chiffreAffaire = amount('chiffreAffaire');
  const chiffreAffaireExport = part('chiffreAffaireExport', 'chiffreAffaire', chiffreAffaire);
  const convergenceVocationTerritoriale = oneOf(
    'convergenceVocationTerritoriale',
    CONVERGENCE_LEVELS,
    'aucun',
  );
  const dejaBeneficierConventionInvestissement = reader.yesNo(
    'dejaBeneficierConventionInvestissement',
    form.dejaBeneficierConventionInvestissement,
  );
  const input: NordevInput = {
    categorieEntreprise,
    nombreEmploiStableCree,
    secteurActivite,
    localisationProjet,
    montantTotalInvestissement,
    masseSalarialeTotale,
    substitutionImportation,
    chiffreAffaire,
    chiffreAffaireExport,
    convergenceVocationTerritoriale,
    dejaBeneficierConventionInvestissement,
    payrolls,
    innovation,
    environment,
  };
  return { input, issues };
}

type ChoiceField =
  | 'categorieEntreprise'
  | 'substitutionImportation'
  | 'convergenceVocationTerritoriale';

type AmountField =
  | 'montantTotalInvestissement'
  | 'masseSalarialeTotale'
  | 'chiffreAffaire'
  | 'chiffreAffaireExport';

/** Issues of a form, in the order of its fields; empty when it can be simulated. */
export function nordevIssues(form: NordevForm, ruleSet: NordevRuleSet): Issue[] {
  return readNordevForm(form, ruleSet).issues;
}
