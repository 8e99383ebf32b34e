import { MAX_JOBS, toDirhams } from '../amount.ts';
import type { PremiumDetail } from '../explanation.ts';
import { byBracket, byFlag, byPlace, byShare } from '../premiums.ts';
import { jobsPerMillion, leastPart, meets, shareOf, shown } from '../ratio.ts';
import type { GeneralRules } from '../rules/types.ts';
import type { GeneralInput } from './form.ts';

function jobs(input: GeneralInput, rules: GeneralRules): PremiumDetail {
  const ratio = jobsPerMillion(input.effectif, input.capex.total);
  const figures = {
    effectif: Number(input.effectif),
    totalCapex: toDirhams(input.capex.total),
    ratio: shown(ratio),
  };
  return byBracket(
    { key: 'tauxPrimeEmploiStable', figures, input: 'effectif' },
    'jobsPerMillion',
    rules.ratioEmploi,
    ratio,
    BigInt(MAX_JOBS),
    Number,
  );
}

function gender(input: GeneralInput, rules: GeneralRules): PremiumDetail {
  const ratio = shareOf(input.masseSalarialeFeminine, input.masseSalarialeTotale);
  const figures = {
    masseSalarialeFeminine: toDirhams(input.masseSalarialeFeminine),
    masseSalarialeTotale: toDirhams(input.masseSalarialeTotale),
    share: shown(ratio),
  };
  return byShare(
    { key: 'tauxPrimeGenre', figures, input: 'masseSalarialeFeminine' },
    rules.genre,
    ratio,
    input.masseSalarialeTotale,
  );
}

function localIntegration(input: GeneralInput, rules: GeneralRules): PremiumDetail {
  const key = 'tauxPrimeIntegrationLocal';
  const { op, taux, seuilsPct } = rules.integrationLocale;
  const { typeIndustrie, secteurActivite } = input;
  const bound = typeIndustrie === null ? undefined : seuilsPct[typeIndustrie];
  if (typeIndustrie === null || bound === undefined) {
    // Another sector is another project, not a change to this one.
    const rule = { kind: 'notApplicable', because: 'secteurActivite' } as const;
    return { key, rate: 0, figures: { secteurActivite }, rule, nearest: null };
  }
  const from = input.tauxIntegrationLocale / 100;
  // The rate is in hundredths of a percent, so as a share it is a part of 10,000.
  const ratio = shareOf(BigInt(input.tauxIntegrationLocale), 10_000n);
  const isMet = meets(ratio, op, bound);
  const to = Number(leastPart(ratio, op, bound)) / 100;
  return {
    key,
    rate: isMet ? taux : 0,
    figures: { tauxIntegrationLocale: from, typeIndustrie },
    rule: { kind: 'threshold', operator: op, bound, rate: taux, met: isMet },
    nearest:
      isMet || taux === 0 || to > 100
        ? null
        : { input: 'tauxIntegrationLocale', from, to, rateTo: taux },
  };
}

function territorial(input: GeneralInput, rules: GeneralRules): PremiumDetail {
  const { provinces, taux } = rules.territoriale;
  const { localisationProjet } = input;
  const categoryOf = (code: string) => provinces[code] ?? 'AUCUNE';
  const categorie = categoryOf(localisationProjet);
  return byPlace(
    {
      key: 'tauxPrimeTerretorielle',
      figures: { localisationProjet, categorie },
      input: 'localisationProjet',
    },
    categorie,
    Object.keys(provinces),
    (code) => taux[categoryOf(code)],
    localisationProjet,
  );
}

function sectoral({ secteurActivite }: GeneralInput, rules: GeneralRules): PremiumDetail {
  const rate = rules.sectorielle[secteurActivite] ?? 0;
  return {
    key: 'tauxPrimeSectorielle',
    rate,
    figures: { secteurActivite },
    rule: { kind: 'table', entry: secteurActivite, rate },
    // Another sector is another project, not a change to this one.
    nearest: null,
  };
}

/** The seven premiums of the general scheme, in the order of its result. */
export function generalPremiums(
  input: GeneralInput,
  rules: GeneralRules,
): [
  jobs: PremiumDetail,
  gender: PremiumDetail,
  future: PremiumDetail,
  sustainable: PremiumDetail,
  integration: PremiumDetail,
  territorial: PremiumDetail,
  sectoral: PremiumDetail,
] {
  const { metierAvenir, projetInvestissementDurable } = input;
  return [
    jobs(input, rules),
    gender(input, rules),
    byFlag(
      { key: 'tauxPrimeMetierAvenir', figures: { metierAvenir }, input: 'metierAvenir' },
      rules.metierAvenir,
      metierAvenir,
    ),
    byFlag(
      {
        key: 'tauxPrimeDeveloppementDurable',
        figures: { projetInvestissementDurable },
        input: 'projetInvestissementDurable',
      },
      rules.developpementDurable,
      projetInvestissementDurable,
    ),
    localIntegration(input, rules),
    territorial(input, rules),
    sectoral(input, rules),
  ];
}
