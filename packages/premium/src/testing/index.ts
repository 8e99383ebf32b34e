export { generalRuleSet, nordevRuleSet } from './rule-sets.ts';
export { outcomesDigest, type OutcomesDigest } from './outcomes-digest.ts';
export { randomForms } from './random-forms.ts';
export * from './worked-examples.ts';
