/** Comparison of a value with a bound. */
export type Operator = '>' | '>=';

/** A slice of a ratio and its rate in percent; a missing bound is open on that side. */
export type Bracket = {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
  taux: number;
};

/** A share in percent and the rate in percent from there on. */
export type ShareThreshold = { seuilPct: number; op: Operator; taux: number };

export const TERRITORIAL_CATEGORIES = ['A', 'B', 'AUCUNE'] as const;
export type TerritorialCategory = (typeof TERRITORIAL_CATEGORIES)[number];

export const COMPANY_CATEGORIES = [
  'GRAND_ENTREPRISE',
  'PME',
  'TPE',
  'COOPERATIVE',
  'AUTO_ENTREPRENEUR',
] as const;
export type CompanyCategory = (typeof COMPANY_CATEGORIES)[number];

export const INNOVATION_CRITERIA = [
  'businessModelInnovant',
  'produitServiceInnovant',
  'technologieInnovante',
  'projetMciOmpicCri',
] as const;
export type InnovationCriterion = (typeof INNOVATION_CRITERIA)[number];

export const ENVIRONMENT_CRITERIA = [
  'mesureEconomieEau',
  'utilisationEnergieRenouvelable',
  'mesureEfficaciteEnergitique',
] as const;
export type EnvironmentCriterion = (typeof ENVIRONMENT_CRITERIA)[number];

export const SOCIAL_PAYROLLS = [
  'masseSalarialeFeminine',
  'masseSalarialeJeuneNEET',
  'masseSalarialePersonneHandicap',
] as const;
export type SocialPayroll = (typeof SOCIAL_PAYROLLS)[number];

export const SUBSTITUTION_LEVELS = ['aucun', 'faible', 'forte'] as const;
export type SubstitutionLevel = (typeof SUBSTITUTION_LEVELS)[number];

export const CONVERGENCE_LEVELS = ['aucun', 'faible', 'moyenne', 'forte'] as const;
export type ConvergenceLevel = (typeof CONVERGENCE_LEVELS)[number];

/** A rate for each criterion answered yes, up to `max`; in percent. */
export type CriteriaCount<C extends string> = { parCritere: number; max: number; criteres: C[] };

/** Parameters of the general scheme. Rates and shares in percent, amounts in whole dirhams. */
export type GeneralRules = {
  eligibilite: {
    voieA: { capexMad: number; capexOp: Operator; effectif: number; effectifOp: Operator };
    voieB: { effectif: number; effectifOp: Operator };
  };
  anneesLocation: number;
  /** Over jobs per million of dirhams of CAPEX. */
  ratioEmploi: Bracket[];
  genre: ShareThreshold;
  metierAvenir: number;
  developpementDurable: number;
  /** The sector it applies to, and the threshold of each of its industries. */
  integrationLocale: {
    secteur: string;
    op: Operator;
    taux: number;
    seuilsPct: Record<string, number>;
  };
  territoriale: {
    taux: Record<TerritorialCategory, number>;
    provinces: Record<string, TerritorialCategory>;
  };
  sectorielle: Record<string, number>;
  plafondCumulPct: number;
  assiette: { exclureFoncierPublic: boolean; plafondFoncierPrivePct: number };
  /** By sector; other sectors have none. */
  plafondMontantMad: Record<string, number>;
};

/** Parameters of NORDEV. Rates and shares in percent, amounts in whole dirhams. */
export type NordevRules = {
  secteurs: string[];
  /** Over jobs per million of dirhams invested. */
  emploi: { GRAND_ENTREPRISE: Bracket[]; AUTRES: Bracket[] };
  innovation: CriteriaCount<InnovationCriterion>;
  social: { max: number } & Record<SocialPayroll, ShareThreshold>;
  environnement: CriteriaCount<EnvironmentCriterion>;
  substitutionImportation: Record<SubstitutionLevel, number>;
  /** Over the share of turnover exported, in percent. */
  export: Bracket[];
  plafondCommunesPct: number;
  territoriale: Record<string, number>;
  convergence: Record<ConvergenceLevel, number>;
  plafondGlobalPct: { sansConvention: number; avecConvention: number };
  plafondMontantMad: Record<CompanyCategory, number>;
};

type Sheet<S extends string, R> = {
  scheme: S;
  version: string;
  /** First day it is in force, YYYY-MM-DD. */
  validFrom: string;
  source: string;
  rules: R;
};

export type GeneralRuleSet = Sheet<'general', GeneralRules>;
export type NordevRuleSet = Sheet<'nordev', NordevRules>;
export type RuleSet = GeneralRuleSet | NordevRuleSet;
export type Scheme = RuleSet['scheme'];
