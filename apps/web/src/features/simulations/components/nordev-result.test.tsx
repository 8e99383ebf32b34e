import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { screen, within } from '@testing-library/react';
import { type NordevResult, simulateNordev } from '@wasl/premium';
import { nordevRuleSet } from '@wasl/premium/testing';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';

import { renderInApp } from '../../../testing/render.tsx';
import { darkTokens, lightTokens } from '../../../theme/palette.ts';
import { emptyNordev, nordevFormOf, type NordevValues } from '../forms/nordev-values.ts';
import NordevResultView from './nordev-result.tsx';

const lists = {
  sectors: [{ value: 'INDUSTRIE', label: 'Industrie' }],
  places: [{ value: '01.511', label: 'Tanger-Assilah' }],
};
const labels = { INDUSTRIE: 'Industrie', '01.511': 'Tanger-Assilah' };

const project: NordevValues = {
  ...emptyNordev,
  categorieEntreprise: 'PME',
  intituleProjet: 'Atelier de tissage',
  consistanceProjet: 'Dix métiers à tisser',
  nombreEmploiStableCree: 121,
  secteurActivite: 'INDUSTRIE',
  localisationProjet: '01.511',
  montantTotalInvestissement: 12_500_000,
  masseSalarialeTotale: 4_000_000,
  masseSalarialeFeminine: 3_000_000,
  masseSalarialeJeuneNEET: 200_000,
  masseSalarialePersonneHandicap: 100_000,
  businessModelInnovant: 'Oui',
  produitServiceInnovant: 'Non',
  technologieInnovante: 'Non',
  projetMciOmpicCri: 'Oui',
  mesureEconomieEau: 'Non',
  utilisationEnergieRenouvelable: 'Oui',
  mesureEfficaciteEnergitique: 'Non',
  autreMesureEnvironnementale: 'Oui',
  substitutionImportation: 'faible',
  chiffreAffaire: 9_000_000,
  chiffreAffaireExport: 250_000,
  convergenceVocationTerritoriale: 66,
  dejaBeneficierConventionInvestissement: 'Non',
};

async function shown(
  change: Partial<NordevValues> = {},
  ruleSet = nordevRuleSet,
): Promise<NordevResult> {
  const values = { ...project, ...change };
  const outcome = simulateNordev(nordevFormOf(values), ruleSet);
  if (outcome.kind !== 'granted') throw new Error(JSON.stringify(outcome));
  await renderInApp(
    <Suspense>
      <NordevResultView
        answer={{ id: null, result: outcome.result, details: outcome.details, ruleSet }}
        values={values}
        today={ruleSet}
        lists={lists}
        labels={labels}
        actions={<button type="button">Garder</button>}
      />
    </Suspense>,
  );
  await screen.findByRole('heading', { name: 'Récapitulatif des données saisies' });
  return outcome.result;
}

const plain = (element: Element) => element.textContent.replace(/\s/g, ' ').trim();

const figures = {
  primeCreationEmploiStablePercent: 'Prime création d’emplois stables',
  primeInnovationPercent: 'Prime innovation',
  primeImpactSocialPositifPercent: 'Prime impact social positif',
  primeImpactEnvirenmentalPositifPercent: 'Prime impact environnemental positif',
  primeSubstitutionImportationPercent: 'Prime substitution aux importations',
  primeCapaciteExportPercent: 'Prime capacité d’export',
} as const satisfies Partial<Record<keyof NordevResult, string>>;

/** Value of `data-granted` in the row of a premium. */
function mark(label: string): string | null {
  const row = within(screen.getByRole('figure')).getByText(label).closest('li');
  return row?.querySelector('[data-granted]')?.getAttribute('data-granted') ?? null;
}

describe('the figures of the common premiums', () => {
  const nothing = {
    nombreEmploiStableCree: 0,
    businessModelInnovant: 'Non',
    projetMciOmpicCri: 'Non',
    masseSalarialeFeminine: 0,
    masseSalarialeJeuneNEET: 0,
    masseSalarialePersonneHandicap: 0,
    utilisationEnergieRenouvelable: 'Non',
    substitutionImportation: 'aucun',
    chiffreAffaireExport: 0,
  } as const;

  it.each([
    ['some are 0', {}],
    ['all are 0', nothing],
    ['none is 0', { nombreEmploiStableCree: 500, chiffreAffaireExport: 8_000_000 }],
  ])('are marked as granted above 0, and as refused at 0: %s', async (_name, change) => {
    const result = await shown(change);
    for (const [key, label] of Object.entries(figures)) {
      expect([label, mark(label)]).toEqual([
        label,
        String(result[key as keyof typeof figures] !== 0),
      ]);
    }
  });

  it('are green when granted and red when refused, in light and dark mode', () => {
    const css = readFileSync(join(import.meta.dirname, 'chart.module.css'), 'utf8');
    const token = (value: string) =>
      new RegExp(`\\[data-granted='${value}'\\]\\s*\\{\\s*color: var\\(--wasl-([\\w-]+)\\)`).exec(
        css,
      )?.[1] as keyof typeof lightTokens;
    const channels = (hex: string) =>
      [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    for (const tokens of [lightTokens, darkTokens]) {
      const [red = 0, green = 0, blue = 0] = channels(tokens[token('true')]);
      expect(green).toBeGreaterThan(Math.max(red, blue));
      const [fire = 0, leaf = 0, sky = 0] = channels(tokens[token('false')]);
      expect(fire).toBeGreaterThan(Math.max(leaf, sky));
    }
  });
});

it('summarises the whole input below the result', async () => {
  await shown();
  const heading = screen.getByRole('heading', { name: 'Récapitulatif des données saisies' });
  const summary = heading.closest('section');
  const facts = [...(summary?.querySelectorAll('dt') ?? [])].map((term) => [
    plain(term),
    plain(term.nextElementSibling ?? term),
  ]);
  expect(facts).toEqual([
    ['Intitulé du projet', 'Atelier de tissage'],
    ['Consistance du projet', 'Dix métiers à tisser'],
    ['Catégorie de l’entreprise', 'PME'],
    ['Nombre d’emplois stables créés', '121'],
    ['Secteur d’activité', 'Industrie'],
    ['Localisation du projet', 'Tanger-Assilah'],
    ['Montant total de l’investissement', '12,5 M MAD'],
    ['Masse salariale totale, par an', '4 M MAD'],
    ['Masse salariale féminine, par an', '3 M MAD'],
    ['Masse salariale des jeunes NEET, par an', '200 000 MAD'],
    ['Masse salariale des personnes en situation de handicap, par an', '100 000 MAD'],
    ['Chiffre d’affaires', '9 M MAD'],
    ['Chiffre d’affaires à l’export', '250 000 MAD'],
    ['Business model innovant', 'Oui'],
    ['Produit ou service innovant', 'Non'],
    ['Technologie innovante', 'Non'],
    ['Projet de la banque de projets innovants du MCI, de l’OMPIC ou du CRI', 'Oui'],
    ['Mesures d’économie d’eau', 'Non'],
    ['Utilisation d’énergies renouvelables', 'Oui'],
    ['Mesures d’efficacité énergétique', 'Non'],
    ['Autre mesure environnementale', 'Oui'],
    ['Substitution aux importations', 'Faible'],
    ['Convergence avec la vocation territoriale', 'Moyenne'],
    ['Convention d’investissement avec l’État déjà obtenue', 'Non'],
  ]);
});

it('shows all three footnotes below the result', async () => {
  await shown();
  const notes = screen.getAllByRole('list').find((list) => /commission/.test(list.textContent));
  expect(
    within(notes ?? document.body)
      .getAllByRole('listitem')
      .map(plain),
  ).toEqual([
    'Les éléments déclaratifs sont soumis à l’appréciation de la commission, qui seule se prononce sur l’éligibilité.',
    'Cette simulation est donnée à titre indicatif et n’engage pas l’administration.',
    'Le montant de la prime est soumis aux plafonds maximaux de subvention en vigueur.',
  ]);
});

it('has the buttons right below the amount, and all other sections collapsed', async () => {
  await shown();
  const figure = screen.getByText('Montant de la prime').closest('section');
  expect(figure?.nextElementSibling).toBe(screen.getByRole('button', { name: 'Garder' }));
  const folds = [...document.querySelectorAll('section > details')] as HTMLDetailsElement[];
  expect(folds.map(({ open }) => open)).toEqual([false, false, false]);
});

describe('unpublished rates', () => {
  const hero = () =>
    screen.getByText('Montant de la prime', { exact: false, selector: 'span' }).closest('section');

  it('are called indicative once, and unpublished next to the figures', async () => {
    await shown();
    expect(hero()?.textContent).toContain('Les taux NORDEV ne sont pas publiés');
    expect(document.body.textContent.match(/ne sont pas publiés/g)).toHaveLength(1);
    expect(document.body.textContent.match(/indicati(?:f|ve)/g)).toHaveLength(1);
  });

  it('are not mentioned when an administrator has set published rates', async () => {
    await shown({}, { ...nordevRuleSet, version: '2027' });
    expect(hero()?.textContent).not.toContain('publiés');
  });
});
