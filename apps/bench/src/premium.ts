/**
 * Microseconds for one simulation, form to outcome, on varied forms made ahead of the clock.
 * Run: `tsx src/premium.ts [simulations]` in apps/bench.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { industries, places, sectors, simulateGeneral, simulateNordev } from '@wasl/premium';
import type { GeneralForm, NordevForm } from '@wasl/premium';
import { generalRuleSetSchema, nordevRuleSetSchema } from '@wasl/premium/schema';

const GOAL_MICROSECONDS = 50;
const BATCH = 1_000;

const count = Number(process.argv[2] ?? 200_000);
if (!Number.isInteger(count) || count < BATCH) throw new Error(`at least ${String(BATCH)}`);

const readRules = (file: string): unknown =>
  JSON.parse(
    readFileSync(
      new URL(`../../../prisma/seed/reference/premium/${file}`, import.meta.url),
      'utf8',
    ),
  );
const general = generalRuleSetSchema.parse(readRules('general-2026-default.json'));
const nordev = nordevRuleSetSchema.parse(readRules('nordev-2026-default.json'));

/** A small generator with a fixed seed (mulberry32): every run measures the same forms. */
let state = 20_260_101;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
const whole = (most: number): number => Math.floor(random() * (most + 1));
const isYes = (): boolean => random() < 0.5;
/** Dirhams with centimes; half of them as the decimal strings that forms send. */
function dirhams(most: number): number | string {
  const centimes = whole(most * 100);
  return isYes() ? centimes / 100 : (centimes / 100).toFixed(2);
}
function pick<T>(items: readonly T[]): T {
  const item = items[whole(items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

const generalSectors = sectors(general);
const generalIndustries = industries(general);
const generalPlaces = places(general);

function generalForm(): GeneralForm {
  const payroll = 1 + whole(50_000_000);
  return {
    effectif: whole(600),
    secteurActivite: { code: pick(generalSectors).code },
    typeIndustrie: pick(generalIndustries).code,
    metierAvenir: isYes(),
    localisationProjet: { code: pick(generalPlaces).code },
    projetInvestissementDurable: isYes(),
    tauxIntegrationLocale: whole(10_000) / 100,
    fraisEtude: { fraisRecherche: dirhams(5e6), fraisTransfert: dirhams(5e6) },
    typeFoncier: ['Public', 'Privé'],
    foncierPublic: { acquisitionTerrain: dirhams(2e7), locationTerrain: dirhams(1e6) },
    foncierPrive: { acquisitionTerrain: dirhams(5e7), locationTerrain: dirhams(1e6) },
    infrastructure: { infraExternes: dirhams(1e7), infraInternes: dirhams(1e7) },
    constructions: { genieCivile: dirhams(3e7), travauxAmenagement: dirhams(1e7) },
    equipements: 1 + whole(100_000_000),
    masseSalarialeTotale: payroll,
    masseSalarialeFeminine: whole(payroll),
  };
}

const nordevSectors = sectors(nordev);
const nordevPlaces = places(nordev);

function nordevForm(): NordevForm {
  const payroll = whole(20_000_000);
  const turnover = whole(100_000_000);
  return {
    categorieEntreprise: pick([
      'GRAND_ENTREPRISE',
      'PME',
      'TPE',
      'COOPERATIVE',
      'AUTO_ENTREPRENEUR',
    ]),
    nombreEmploiStableCree: whole(400),
    secteurActivite: pick(nordevSectors).code,
    localisationProjet: pick(nordevPlaces).code,
    montantTotalInvestissement: 1 + whole(120_000_000),
    masseSalarialeTotale: payroll,
    masseSalarialeFeminine: whole(payroll),
    masseSalarialeJeuneNEET: whole(payroll),
    masseSalarialePersonneHandicap: whole(payroll),
    businessModelInnovant: isYes(),
    produitServiceInnovant: isYes(),
    technologieInnovante: isYes(),
    projetMciOmpicCri: isYes(),
    mesureEconomieEau: isYes(),
    utilisationEnergieRenouvelable: isYes(),
    mesureEfficaciteEnergitique: isYes(),
    substitutionImportation: pick(['aucun', 'faible', 'forte']),
    chiffreAffaire: turnover,
    chiffreAffaireExport: whole(turnover),
    convergenceVocationTerritoriale: pick(['aucun', 'faible', 'moyenne', 'forte']),
    dejaBeneficierConventionInvestissement: isYes(),
  };
}

/** Times the simulations batch by batch and prints mean, median and 99th percentile of a batch. */
function measure<F>(name: string, form: () => F, simulate: (form: F) => { kind: string }): void {
  const batches = Math.ceil(count / BATCH);
  const kinds = new Map<string, number>();
  const perSimulation: number[] = [];
  for (let batch = -5; batch < batches; batch += 1) {
    const forms = Array.from({ length: BATCH }, form);
    const start = process.hrtime.bigint();
    const outcomes = forms.map(simulate);
    const microseconds = Number(process.hrtime.bigint() - start) / 1_000 / BATCH;
    // The first five batches warm the engine up.
    if (batch < 0) continue;
    perSimulation.push(microseconds);
    for (const { kind } of outcomes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  perSimulation.sort((a, b) => a - b);
  const at = (share: number) => perSimulation[Math.floor((batches - 1) * share)] ?? Number.NaN;
  const mean = perSimulation.reduce((sum, value) => sum + value, 0) / batches;
  const mix = [...kinds].map(([kind, times]) => `${kind} ${String(times)}`).join(', ');
  console.log(
    `${name}: mean ${mean.toFixed(1)} µs, median ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)}` +
      ` (goal < ${String(GOAL_MICROSECONDS)}); ${String(batches * BATCH)} forms: ${mix}`,
  );
  if (mean >= GOAL_MICROSECONDS) process.exitCode = 1;
}

measure('general', generalForm, (form) => simulateGeneral(form, general));
measure('nordev', nordevForm, (form) => simulateNordev(form, nordev));
