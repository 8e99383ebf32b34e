import type { Endpoints, SavedSimulation, ReplyOf } from '@wasl/contracts';
import type { Details, GeneralDetails, GeneralResult, NordevResult, RuleSet } from '@wasl/premium';

import type { ListedRow } from './saved.repository.ts';
import type { Opened } from './saved.service.ts';
import type { SavedResult } from './simulations.service.ts';

/** The answer of `/simulate`. The module's result has exactly the members of the contract. */
export function presentGeneral({
  id,
  result,
  details,
}: SavedResult<GeneralResult, GeneralDetails>): ReplyOf<Endpoints['simulate']> {
  return { ...result, simulationPrimeId: id, details };
}

/** The answer of `/simulate-nordev`, nested under `data`. */
export function presentNordev({
  id,
  result,
  details,
}: SavedResult<NordevResult, Details>): ReplyOf<Endpoints['simulateNordev']> {
  return { data: { ...result, simulationPrimeNordevId: id, details } };
}

/** A rule set in the format of its file. */
export function presentRuleSet(ruleSet: RuleSet): ReplyOf<Endpoints['getPremiumRules']> {
  const { scheme, version, validFrom, source, rules } = ruleSet;
  return { scheme, version, validFrom, source, rules };
}

export function presentSaved(row: ListedRow): SavedSimulation {
  const { id, scheme, name, createdAt, rate, amount, rulesVersion, sharedUntil } = row;
  return {
    id,
    scheme,
    name,
    createdAt: createdAt.toISOString(),
    rate,
    amount,
    rulesVersion,
    sharedUntil: sharedUntil?.toISOString() ?? null,
  };
}

export function presentOpened({
  row,
  form,
  result,
  details,
  ruleSet,
  sharedUntil,
}: Opened): ReplyOf<Endpoints['getSimulation']> {
  const { id, scheme, createdAt } = row;
  const title = form['intituleProjet'];
  return {
    id,
    scheme,
    name: row.name ?? (typeof title === 'string' ? title : ''),
    createdAt: createdAt.toISOString(),
    rate: Number(result['tauxPrimeTotale'] ?? result['tauxRetenu']),
    amount: Number(result['montantPrimeTotale'] ?? result['montant']),
    rulesVersion: ruleSet.version,
    sharedUntil: sharedUntil?.toISOString() ?? null,
    form: { ...form },
    result: { ...result },
    details: { ...details },
    ruleSet: presentRuleSet(ruleSet),
  };
}
