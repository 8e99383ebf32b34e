import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capexOf, MAX_JOBS, readCentimes, simulateGeneral, simulateNordev } from './index.ts';
import type { Details, GeneralForm, NearestChange, NordevForm } from './index.ts';
import { generalRuleSet, nordevRuleSet } from './testing/rule-sets.ts';
import { generalForms, nordevForms, wildGeneralForms, wildNordevForms } from './testing/forms.ts';

const simulate = {
  general: (form: GeneralForm) => simulateGeneral(form, generalRuleSet),
  nordev: (form: NordevForm) => simulateNordev(form, nordevRuleSet),
};

/** Details of a form, null when it is refused; an invalid form fails the test. */
function generalDetails(form: GeneralForm): Details | null {
  const outcome = simulate.general(form);
  expect(outcome.kind).not.toBe('invalid');
  return outcome.kind === 'granted' ? outcome.details : null;
}

function nordevGranted(form: NordevForm) {
  const outcome = simulate.nordev(form);
  if (outcome.kind !== 'granted') throw new Error(JSON.stringify(outcome));
  return outcome;
}

function rateIn(details: Details | null, key: string): number | undefined {
  return details?.premiums.find((premium) => premium.key === key)?.rate;
}

/** The value one unit short of the change: a job, a hundredth (centime or percent), else null. */
function oneUnitLess({ input, to }: NearestChange): number | null {
  if (typeof to !== 'number') return null;
  const isJobs = input === 'effectif' || input === 'nombreEmploiStableCree';
  return isJobs ? to - 1 : Math.round(to * 100 - 1) / 100;
}

/** Applies every nearest change to its form: it must give the promised rate, and one unit less must not. */
function checkPromises<F extends object>(form: F, detailsOf: (form: F) => Details | null): void {
  for (const { key, rate, nearest } of detailsOf(form)?.premiums ?? []) {
    if (nearest === null) continue;
    const field = nearest.input as keyof F;
    expect(nearest.rateTo).toBeGreaterThan(rate);
    expect(nearest.from).toEqual(form[field]);
    expect(rateIn(detailsOf({ ...form, [field]: nearest.to }), key)).toBe(nearest.rateTo);
    for (const choice of nearest.choices ?? []) {
      expect(rateIn(detailsOf({ ...form, [field]: choice }), key)).toBe(nearest.rateTo);
    }
    const less = oneUnitLess(nearest);
    if (less !== null) expect(rateIn(detailsOf({ ...form, [field]: less }), key)).toBe(rate);
  }
}

/** Ceilings do not change smaller values, cut larger ones, and lose no centime. */
function checkCeilings({ ceilings }: Details): void {
  for (const { limit, before, after, cut } of ceilings) {
    expect(after).toBe(Math.min(before, limit));
    const [b, a, c] = [before, after, cut].map((value) => readCentimes(value));
    expect(a).not.toBe('NOT_A_NUMBER');
    expect(BigInt(a ?? 0) + BigInt(c ?? 0)).toBe(BigInt(b ?? 0));
  }
}

const sumOfRates = (details: Details, from: number, to: number) =>
  details.premiums.slice(from, to).reduce((sum, { rate }) => sum + rate, 0);

describe('any valid general form', () => {
  it('is refused or granted, within bounds and ceilings', () => {
    fc.assert(
      fc.property(generalForms, (form) => {
        const outcome = simulate.general(form);
        expect(outcome.kind).not.toBe('invalid');
        if (outcome.kind !== 'granted') return;
        const { result, details } = outcome;
        for (const { key, rate } of details.premiums) {
          expect(rate).toBeGreaterThanOrEqual(0);
          expect(rate).toBeLessThanOrEqual(15);
          expect(result).toHaveProperty(key, rate);
        }
        expect(result.tauxPrimeBrut).toBe(sumOfRates(details, 0, 7));
        expect(result.tauxPrimeTotale).toBe(Math.min(result.tauxPrimeBrut, 30));
        expect(result.montantPrimable).toBeLessThanOrEqual(result.totalCapex);
        expect(result.montantPrimeTotale * 100).toBeLessThanOrEqual(
          result.montantPrimable * result.tauxPrimeTotale + 0.000_1,
        );
        if (form.secteurActivite === 'ENERGIES_RENOUVELABLES') {
          expect(result.montantPrimeTotale).toBeLessThanOrEqual(30);
        }
        checkCeilings(details);
      }),
    );
  });

  it('has a base that is correct to the centime', () => {
    fc.assert(
      fc.property(generalForms, (form) => {
        const outcome = simulate.general(form);
        if (outcome.kind !== 'granted') return;
        const { base } = outcome.details;
        const centimes = (value: number) => BigInt(Math.round(value * 100));
        expect(
          centimes(base.montantPrimable) +
            centimes(base.foncierPublicExclu) +
            centimes(base.foncierPriveExclu),
        ).toBe(centimes(base.totalCapex));
      }),
    );
  });

  it('has a CAPEX that is the sum of its parts, with seven years of rent', () => {
    fc.assert(
      fc.property(generalForms, (form) => {
        const centimes = (value: unknown) => BigInt(Math.round(Number(value) * 100));
        const { fraisEtude, foncierPublic, foncierPrive, infrastructure, constructions } = form;
        const once = [fraisEtude, infrastructure, constructions].flatMap((part) =>
          Object.values(part ?? {}),
        );
        const lands = [foncierPublic, foncierPrive].map(
          (land) => centimes(land?.acquisitionTerrain) + 7n * centimes(land?.locationTerrain),
        );
        const total = [...once.map(centimes), ...lands, centimes(form.equipements)];
        expect(centimes(capexOf(form, generalRuleSet).dirhams)).toBe(
          total.reduce((sum, part) => sum + part, 0n),
        );
      }),
    );
  });

  it('never loses through additional jobs', () => {
    fc.assert(
      fc.property(generalForms, fc.integer({ min: 1, max: 500 }), (form, more) => {
        const before = generalDetails(form);
        const effectif = Math.min(Number(form.effectif) + more, MAX_JOBS);
        const after = generalDetails({ ...form, effectif });
        const key = 'tauxPrimeEmploiStable';
        if (before) expect(rateIn(after, key)).toBeGreaterThanOrEqual(rateIn(before, key) ?? 0);
      }),
    );
  });

  it('reaches the rates of its proposed changes', () => {
    fc.assert(
      fc.property(generalForms, (form) => {
        // Jobs are tested for the ratio alone: fewer jobs may be ineligible by the second route.
        checkPromises(form, (changed) => generalDetails(changed) ?? ratesWithoutRefusal(changed));
      }),
    );
  });
});

/** The same rules without refusals. */
function ratesWithoutRefusal(form: GeneralForm): Details | null {
  const eligibilite = {
    ...generalRuleSet.rules.eligibilite,
    voieB: { effectif: 0, effectifOp: '>=' as const },
  };
  const open = { ...generalRuleSet, rules: { ...generalRuleSet.rules, eligibilite } };
  const outcome = simulateGeneral(form, open);
  return outcome.kind === 'granted' ? outcome.details : null;
}

describe('any valid NORDEV form', () => {
  it('is granted, within bounds and ceilings', () => {
    fc.assert(
      fc.property(nordevForms, (form) => {
        const { result, details } = nordevGranted(form);
        for (const { key, rate } of details.premiums) {
          expect(rate).toBeGreaterThanOrEqual(0);
          expect(rate).toBeLessThanOrEqual(15);
          expect(result).toHaveProperty(key, rate);
        }
        expect(result.sommePrimeCommunePercent).toBe(sumOfRates(details, 0, 6));
        expect(result.sommePrimeCommuneRetenue).toBe(Math.min(sumOfRates(details, 0, 6), 15));
        expect(result.sommePrimePercent).toBe(
          result.sommePrimeCommuneRetenue + sumOfRates(details, 6, 8),
        );
        const limit = form.dejaBeneficierConventionInvestissement === true ? 20 : 30;
        expect(result.plafondGlobal).toBe(limit);
        expect(result.tauxRetenu).toBe(Math.min(result.sommePrimePercent, limit));
        expect(result.montant).toBe(Math.min(result.montantAvantPlafond, result.plafondMontant));
        checkCeilings(details);
      }),
    );
  });

  it('has an amount that is its rate of the investment, rounded half-up to the dirham', () => {
    fc.assert(
      fc.property(nordevForms, (form) => {
        const { result } = nordevGranted(form);
        const centimes = BigInt(Math.round(Number(form.montantTotalInvestissement) * 100));
        const dirhams = BigInt(Math.round(result.montantAvantPlafond * 1_000_000));
        const exact = centimes * BigInt(result.tauxRetenu); // in ten-thousandths of a dirham
        const rest = exact - dirhams * 10_000n;
        expect(rest >= -5_000n && rest < 5_000n).toBe(true);
      }),
    );
  });

  it('never loses through additional jobs', () => {
    fc.assert(
      fc.property(nordevForms, fc.integer({ min: 1, max: 500 }), (form, more) => {
        const nombreEmploiStableCree = Math.min(
          Number(form.nombreEmploiStableCree) + more,
          MAX_JOBS,
        );
        const before = nordevGranted(form).result;
        const after = nordevGranted({ ...form, nombreEmploiStableCree }).result;
        expect(after.primeCreationEmploiStablePercent).toBeGreaterThanOrEqual(
          before.primeCreationEmploiStablePercent,
        );
        expect(after.montant).toBeGreaterThanOrEqual(before.montant);
      }),
    );
  });

  it('reaches the rates of its proposed changes', () => {
    fc.assert(
      fc.property(nordevForms, (form) => {
        checkPromises(form, (changed) => nordevGranted(changed).details);
      }),
    );
  });
});

describe('any form, valid or invalid', () => {
  it('has a JSON-compatible outcome, and never throws', () => {
    const carried = (outcome: unknown) => {
      expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
    };
    fc.assert(fc.property(wildGeneralForms, (form) => carried(simulate.general(form))));
    fc.assert(fc.property(wildNordevForms, (form) => carried(simulate.nordev(form))));
    fc.assert(fc.property(generalForms, (form) => carried(simulate.general(form))));
    fc.assert(fc.property(nordevForms, (form) => carried(simulate.nordev(form))));
  });

  it('is not changed by its simulation, and has the same outcome again', () => {
    fc.assert(
      fc.property(generalForms, nordevForms, (general, nordev) => {
        const before = JSON.stringify([general, nordev]);
        const first = [simulate.general(general), simulate.nordev(nordev)];
        expect([simulate.general(general), simulate.nordev(nordev)]).toEqual(first);
        expect(JSON.stringify([general, nordev])).toBe(before);
      }),
    );
  });

  it('has the same outcome with amounts as decimal strings', () => {
    fc.assert(
      fc.property(generalForms, (form) => {
        const asText = JSON.parse(
          JSON.stringify(form, (_key, value: unknown) =>
            typeof value === 'number' ? String(value) : value,
          ),
        ) as GeneralForm;
        expect(simulate.general(asText)).toEqual(simulate.general(form));
      }),
    );
  });
});
