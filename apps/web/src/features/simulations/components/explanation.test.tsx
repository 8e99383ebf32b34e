import { screen } from '@testing-library/react';
import {
  type GeneralForm,
  type NearestChange,
  type PremiumDetail,
  simulateGeneral,
} from '@wasl/premium';
import { generalRuleSet } from '@wasl/premium/testing';
import { describe, expect, it } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { useEffectText } from './effect.ts';
import { useExplanation } from './explanation.ts';

const labels = { '01.571': 'Tétouan', '01.511': 'Tanger-Assilah', INDUSTRIE: 'Industrie' };

const million = 1_000_000;
const plant: GeneralForm = {
  effectif: 120,
  secteurActivite: 'INDUSTRIE',
  typeIndustrie: 'AUTOMOBILE',
  metierAvenir: false,
  localisationProjet: '01.511',
  projetInvestissementDurable: true,
  tauxIntegrationLocale: 35,
  fraisEtude: { fraisRecherche: 0, fraisTransfert: 0 },
  typeFoncier: ['Privé'],
  foncierPrive: { acquisitionTerrain: 0, locationTerrain: 0 },
  infrastructure: { infraExternes: 0, infraInternes: 0 },
  constructions: { genieCivile: 0, travauxAmenagement: 0 },
  equipements: 100 * million,
  masseSalarialeTotale: million,
  masseSalarialeFeminine: 250_000,
};

function granted(form: GeneralForm) {
  const outcome = simulateGeneral(form, generalRuleSet);
  if (outcome.kind !== 'granted') throw new Error(outcome.kind);
  return outcome;
}

function Sentences({ detail }: { detail: PremiumDetail }) {
  const { why, raise } = useExplanation(labels, 'perMonth');
  return <p data-testid="explained">{[...why(detail), raise(detail) ?? '(rien)'].join(' ')}</p>;
}

/** Explanation of a premium, with spaces of every width normalised. */
async function explanationOf(form: GeneralForm, key: string): Promise<string> {
  const detail = granted(form).details.premiums.find((premium) => premium.key === key);
  if (detail === undefined) throw new Error(key);
  const { unmount } = await renderInApp(<Sentences detail={detail} />);
  const text = (await screen.findByTestId('explained')).textContent
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s/g, ' ');
  unmount();
  return text;
}

describe('the reasons of a premium', () => {
  it.each([
    [
      'tauxPrimeEmploiStable',
      'Emplois : 120 pour 100 M MAD, soit 1,2 par million de dirhams. Pour plus de 1 et au plus 1,5, le taux est de 5 %. 31 emplois de plus (151 en tout) la porteraient de 5 % à 7 % (+2 points).',
    ],
    [
      'tauxPrimeGenre',
      'Masse salariale féminine, par mois : 250 000 MAD sur 1 000 000 MAD, soit 25 %. La condition (au moins 30 %), qui donne 3 %, n’est pas remplie. Masse salariale féminine, par mois : passer de 250 000 MAD à 300 000 MAD la porterait de 0 % à 3 % (+3 points).',
    ],
    [
      'tauxPrimeMetierAvenir',
      'Vous avez répondu non : un oui donnerait 3 %. répondre oui à « Métier d’avenir ou montée en gamme » la porterait de 0 % à 3 % (+3 points).',
    ],
    ['tauxPrimeDeveloppementDurable', 'Vous avez répondu oui : cela donne 3 %. (rien)'],
    [
      'tauxPrimeIntegrationLocal',
      'Taux d’intégration locale : 35 %. La condition (au moins 40 %), qui donne 3 %, n’est pas remplie. Taux d’intégration locale : passer de 35 % à 40 % la porterait de 0 % à 3 % (+3 points).',
    ],
    ['tauxPrimeSectorielle', '« Industrie » donne 5 %. (rien)'],
  ])('are explained for %s', async (key, expected) => {
    expect(await explanationOf(plant, key)).toBe(expected);
  });

  it('show some of the places by their labels', async () => {
    expect(await explanationOf(plant, 'tauxPrimeTerretorielle')).toMatch(
      /^« Tanger-Assilah » donne 0 %\. un projet situé à .*Tétouan.* ou dans \d+ autres lieux la porterait de 0 % à 10 % \(\+10 points\)\.$/,
    );
  });

  it('mention for another sector that local integration does not apply', async () => {
    const numeric = { ...plant, secteurActivite: 'NUMERIQUE' };
    expect(await explanationOf(numeric, 'tauxPrimeIntegrationLocal')).toBe(
      'Cette prime ne concerne que le secteur de l’industrie. (rien)',
    );
  });
});

function Effect({ form, nearest, of }: { form: GeneralForm; nearest: NearestChange; of: string }) {
  const text = useEffectText();
  const before = granted(form);
  const after = granted({ ...form, [nearest.input]: nearest.to });
  const outcome = ({ result }: typeof before) => ({
    rate: result.tauxPrimeTotale,
    millions: result.montantPrimeTotale,
  });
  return <p data-testid="explained">{text(outcome(before), outcome(after), before.details, of)}</p>;
}

describe('the effect of raising a premium on the total', () => {
  const rich: GeneralForm = {
    ...plant,
    secteurActivite: 'ENERGIES_RENOUVELABLES',
    effectif: 350,
    masseSalarialeFeminine: 500_000,
    localisationProjet: '01.405',
  };
  it.each([
    [
      'room under every ceiling',
      plant,
      /passerait de 13 % à 15 % \(\+2 points\) et la prime de 13 M MAD à 15 M/,
    ],
    [
      'the ceiling of the rate met',
      { ...rich, equipements: 90 * million },
      /le plafond de 30 % est déjà atteint/,
    ],
    [
      'the ceiling of the amount met',
      { ...rich, equipements: 300 * million, projetInvestissementDurable: false },
      /passerait de 23 % à 25 % \(\+2 points\), mais le montant est déjà à son plafond de 30 M MAD/,
    ],
  ])('is explained for %s', async (_name, form, expected) => {
    const { premiums } = granted(form).details;
    const raised = premiums.find(({ nearest }) => nearest !== null);
    if (raised?.nearest === null || raised === undefined) throw new Error('nothing raises it');
    const { unmount } = await renderInApp(
      <Effect form={form} nearest={raised.nearest} of={raised.key} />,
    );
    expect(
      (await screen.findByTestId('explained')).textContent
        .replace(/[\u2066-\u2069]/g, '')
        .replace(/\s/g, ' '),
    ).toMatch(expected);
    unmount();
  });
});
