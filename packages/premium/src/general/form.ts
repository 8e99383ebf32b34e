import type { Amount } from '../amount.ts';
import { codeOf, createFieldReader } from '../form.ts';
import type { CodeRef, FieldReader, Issue, YesNo } from '../form.ts';
import type { GeneralRules, GeneralRuleSet } from '../rules/types.ts';

export type LandType = 'Public' | 'Privé';

/** Land of one type in dirhams: cost of its acquisition, and of its rental for a year. */
export type LandForm = {
  acquisitionTerrain?: Amount;
  locationTerrain?: Amount;
} | null;

/** The part of the form that determines the CAPEX; amounts in dirhams. */
export type CapexForm = {
  fraisEtude?: { fraisRecherche?: Amount; fraisTransfert?: Amount } | null | undefined;
  typeFoncier?: readonly LandType[] | null | undefined;
  foncierPublic?: LandForm | undefined;
  foncierPrive?: LandForm | undefined;
  infrastructure?: { infraExternes?: Amount; infraInternes?: Amount } | null | undefined;
  constructions?: { genieCivile?: Amount; travauxAmenagement?: Amount } | null | undefined;
  equipements?: Amount;
};

/**
 * Form of the general simulator under its wire names; unfinished forms may lack any member. `intituleProjet`,
 * `consistanceProjet` and `terrainNu` do not affect the result.
 */
export type GeneralForm = CapexForm & {
  intituleProjet?: string | null | undefined;
  consistanceProjet?: string | null | undefined;
  terrainNu?: YesNo;
  effectif?: Amount;
  secteurActivite?: CodeRef;
  typeIndustrie?: CodeRef;
  metierAvenir?: YesNo;
  localisationProjet?: CodeRef;
  projetInvestissementDurable?: YesNo;
  tauxIntegrationLocale?: Amount;
  masseSalarialeTotale?: Amount;
  masseSalarialeFeminine?: Amount;
};

/** A parsed and valid form; amounts in centimes. */
export type GeneralInput = {
  effectif: bigint;
  secteurActivite: string;
  /** Null outside of the sector that has industry types. */
  typeIndustrie: string | null;
  localisationProjet: string;
  metierAvenir: boolean;
  projetInvestissementDurable: boolean;
  /** Hundredths of a percent. */
  tauxIntegrationLocale: number;
  capex: Capex;
  masseSalarialeTotale: bigint;
  masseSalarialeFeminine: bigint;
};

/** Centimes; land = acquisition + the rental of the years that the rule set counts. */
export type Capex = { total: bigint; foncierPublic: bigint; foncierPrive: bigint };

type AmountReader = (path: string, value: Amount) => bigint;

function sumCapex(
  form: CapexForm,
  rules: GeneralRules,
  amount: AmountReader,
  landAmount: (side: LandType, path: string, value: Amount) => bigint,
): Capex {
  const years = BigInt(rules.anneesLocation);
  const land = (side: LandType, path: string, parts: LandForm | undefined): bigint =>
    landAmount(side, `${path}.acquisitionTerrain`, parts?.acquisitionTerrain) +
    years * landAmount(side, `${path}.locationTerrain`, parts?.locationTerrain);
  const studies =
    amount('fraisEtude.fraisRecherche', form.fraisEtude?.fraisRecherche) +
    amount('fraisEtude.fraisTransfert', form.fraisEtude?.fraisTransfert);
  const foncierPublic = land('Public', 'foncierPublic', form.foncierPublic);
  const foncierPrive = land('Privé', 'foncierPrive', form.foncierPrive);
  const works =
    amount('infrastructure.infraExternes', form.infrastructure?.infraExternes) +
    amount('infrastructure.infraInternes', form.infrastructure?.infraInternes) +
    amount('constructions.genieCivile', form.constructions?.genieCivile) +
    amount('constructions.travauxAmenagement', form.constructions?.travauxAmenagement) +
    amount('equipements', form.equipements);
  return { total: studies + foncierPublic + foncierPrive + works, foncierPublic, foncierPrive };
}

/** Land amounts of an unselected side must be empty or 0, and count as 0. */
function landReader(reader: FieldReader, selected: CapexForm['typeFoncier']) {
  return (side: LandType, path: string, value: Amount): bigint => {
    const isEmpty = value === null || value === undefined || value === '';
    if (!selected) return isEmpty ? 0n : reader.amount(path, value);
    if (selected.includes(side)) return reader.amount(path, value);
    if (!isEmpty && reader.amount(path, value) > 0n) {
      reader.refuse(path, 'LAND_TYPE_NOT_SELECTED');
    }
    return 0n;
  };
}

/** CAPEX of an unfinished form in centimes. Empty and invalid fields, and the land of an unselected side, count as 0. */
export function capexInCentimes(form: CapexForm, rules: GeneralRules): Capex {
  const { amount } = createFieldReader();
  const selected = form.typeFoncier;
  return sumCapex(form, rules, amount, (side, path, value) =>
    selected && !selected.includes(side) ? 0n : amount(path, value),
  );
}

/**
 * Parses a form against a rule set. The input is only usable without issues. `typeFoncier` may be absent (both sides
 * then count). An industry type and a rate of local integration are required only in the rule set's industry sector. A
 * rate in another sector must still be between 0 and 100.
 */
export function readGeneralForm(
  form: GeneralForm,
  ruleSet: GeneralRuleSet,
): { input: GeneralInput; issues: Issue[] } {
  const { rules } = ruleSet;
  const reader = createFieldReader();
  const effectif = reader.jobs('effectif', form.effectif);
  const secteurActivite = reader.code('secteurActivite', form.secteurActivite, (code) =>
    Object.hasOwn(rules.sectorielle, code),
  );
  const isIndustry = secteurActivite === rules.integrationLocale.secteur;
  const typeIndustrie = isIndustry
    ? reader.code('typeIndustrie', form.typeIndustrie, (code) =>
        Object.hasOwn(rules.integrationLocale.seuilsPct, code),
      )
    : null;
  const metierAvenir = reader.yesNo('metierAvenir', form.metierAvenir);
  const localisationProjet = reader.code('localisationProjet', form.localisationProjet, (code) =>
    Object.hasOwn(rules.territoriale.provinces, code),
  );
  const projetInvestissementDurable = reader.yesNo(
    'projetInvestissementDurable',
    form.projetInvestissementDurable,
  );
  const integration = form.tauxIntegrationLocale;
  const isRateEmpty = integration === null || integration === undefined || integration === '';
  const tauxIntegrationLocale =
    isRateEmpty && !isIndustry ? 0 : reader.hundredths('tauxIntegrationLocale', integration);
  const issuesBefore = reader.issues.length;
  const capex = sumCapex(form, rules, reader.amount, landReader(reader, form.typeFoncier));
  if (capex.total === 0n && reader.issues.length === issuesBefore) {
    reader.refuse('totalCapex', 'NOT_POSITIVE');
  }
  const masseSalarialeTotale = reader.amount('masseSalarialeTotale', form.masseSalarialeTotale);
  const isTotalRead = !reader.issues.some(({ path }) => path === 'masseSalarialeTotale');
  if (isTotalRead && masseSalarialeTotale === 0n) {
    reader.refuse('masseSalarialeTotale', 'NOT_POSITIVE');
  }
  const masseSalarialeFeminine = reader.amount(
    'masseSalarialeFeminine',
    form.masseSalarialeFeminine,
  );
  if (isTotalRead && masseSalarialeFeminine > masseSalarialeTotale) {
    reader.refuse('masseSalarialeFeminine', 'ABOVE_TOTAL');
  }
  const input: GeneralInput = {
    effectif,
    secteurActivite,
    typeIndustrie,
    localisationProjet,
    metierAvenir,
    projetInvestissementDurable,
    tauxIntegrationLocale,
    capex,
    masseSalarialeTotale,
    masseSalarialeFeminine,
  };
  return { input, issues: reader.issues };
}

/** Issues of a form, in the order of its fields; empty when it can be simulated. */
export function generalIssues(form: GeneralForm, ruleSet: GeneralRuleSet): Issue[] {
  return readGeneralForm(form, ruleSet).issues;
}

/** Whether the chosen sector requires an industry type and a rate of local integration. */
export function needsIndustry(secteurActivite: CodeRef, ruleSet: GeneralRuleSet): boolean {
  return codeOf(secteurActivite) === ruleSet.rules.integrationLocale.secteur;
}
