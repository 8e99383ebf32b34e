import { z } from 'zod';
import { brackets, percent } from './schema-brackets.ts';
import { brokenLineOf, lineOf } from './source-line.ts';
import {
  COMPANY_CATEGORIES,
  CONVERGENCE_LEVELS,
  ENVIRONMENT_CRITERIA,
  INNOVATION_CRITERIA,
  SUBSTITUTION_LEVELS,
  TERRITORIAL_CATEGORIES,
} from './types.ts';
import type { GeneralRuleSet, NordevRuleSet, RuleSet } from './types.ts';

const operator = z.enum(['>', '>=']);
const wholeDirhams = z.int().positive().max(1_000_000_000_000);
const jobs = z.int().min(0).max(1_000_000);
const listCode = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'a code in capitals, digits and _');
const provinceCode = z.string().regex(/^\d\d\.\d{3}$/, 'a province code such as 01.511');

/** A record with a member for every code of its list and for no other. */
function forEvery<const K extends string, S extends z.ZodType>(codes: readonly K[], value: S) {
  return z.record(z.enum(codes), value);
}

function nonEmptyRecord<K extends z.ZodString, S extends z.ZodType>(code: K, value: S) {
  return z
    .record(code, value)
    .refine((record) => Object.keys(record).length > 0, 'at least one code');
}

function nonEmptySet(code: z.ZodString) {
  return z
    .array(code)
    .min(1)
    .refine((codes) => new Set(codes).size === codes.length, 'a code is there twice');
}

const shareThreshold = z.strictObject({ seuilPct: percent, op: operator, taux: percent });

/** Every criterion once; their order is the order of proposals. */
function criteriaCount<const C extends string>(criteria: readonly C[]) {
  return z.strictObject({
    parCritere: percent,
    max: percent,
    criteres: z.array(z.enum(criteria)).superRefine((listed, context) => {
      for (const criterion of criteria) {
        const times = listed.filter((one) => one === criterion).length;
        if (times === 1) continue;
        const message = times === 0 ? `${criterion} is missing` : `${criterion} is there twice`;
        context.addIssue({ code: 'custom', message });
      }
    }),
  });
}

/** `$schema` in a file is only for editors. */
const forEditors = { $schema: z.string().optional() };

function withoutEditors<T extends { $schema?: string | undefined }>(file: T): Omit<T, '$schema'> {
  const { $schema: _, ...sheet } = file;
  return sheet;
}

const header = {
  version: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'small letters, digits, point and dash'),
  validFrom: z.iso.date(),
  source: z.string().trim().min(1),
};

/** A rule set of the general scheme, as in its file. */
export const generalRuleSetSchema: z.ZodType<GeneralRuleSet> = z
  .strictObject({
    ...forEditors,
    scheme: z.literal('general'),
    ...header,
    rules: z
      .strictObject({
        eligibilite: z.strictObject({
          voieA: z.strictObject({
            capexMad: wholeDirhams,
            capexOp: operator,
            effectif: jobs,
            effectifOp: operator,
          }),
          voieB: z.strictObject({ effectif: jobs, effectifOp: operator }),
        }),
        anneesLocation: z.int().min(0).max(99),
        ratioEmploi: brackets,
        genre: shareThreshold,
        metierAvenir: percent,
        developpementDurable: percent,
        integrationLocale: z.strictObject({
          secteur: listCode,
          op: operator,
          taux: percent,
          seuilsPct: nonEmptyRecord(listCode, percent),
        }),
        territoriale: z.strictObject({
          taux: forEvery(TERRITORIAL_CATEGORIES, percent),
          provinces: nonEmptyRecord(provinceCode, z.enum(TERRITORIAL_CATEGORIES)),
        }),
        sectorielle: nonEmptyRecord(listCode, percent),
        plafondCumulPct: percent,
        assiette: z.strictObject({
          exclureFoncierPublic: z.boolean(),
          plafondFoncierPrivePct: percent,
        }),
        plafondMontantMad: z.record(listCode, wholeDirhams),
      })
      .superRefine((rules, context) => {
        const named: [string, string[]][] = [
          [rules.integrationLocale.secteur, ['integrationLocale', 'secteur']],
          ...Object.keys(rules.plafondMontantMad).map((code): [string, string[]] => [
            code,
            ['plafondMontantMad', code],
          ]),
        ];
        for (const [code, path] of named) {
          if (Object.hasOwn(rules.sectorielle, code)) continue;
          context.addIssue({
            code: 'custom',
            path,
            message: `${code} is no sector of sectorielle`,
          });
        }
      }),
  })
  .transform(withoutEditors);

/** A rule set of NORDEV, as in its file. */
export const nordevRuleSetSchema: z.ZodType<NordevRuleSet> = z
  .strictObject({
    ...forEditors,
    scheme: z.literal('nordev'),
    ...header,
    rules: z.strictObject({
      secteurs: nonEmptySet(listCode),
      emploi: z.strictObject({ GRAND_ENTREPRISE: brackets, AUTRES: brackets }),
      innovation: criteriaCount(INNOVATION_CRITERIA),
      social: z.strictObject({
        max: percent,
        masseSalarialeFeminine: shareThreshold,
        masseSalarialeJeuneNEET: shareThreshold,
        masseSalarialePersonneHandicap: shareThreshold,
      }),
      environnement: criteriaCount(ENVIRONMENT_CRITERIA),
      substitutionImportation: forEvery(SUBSTITUTION_LEVELS, percent),
      export: brackets,
      plafondCommunesPct: percent,
      territoriale: nonEmptyRecord(provinceCode, percent),
      convergence: forEvery(CONVERGENCE_LEVELS, percent),
      plafondGlobalPct: z.strictObject({ sansConvention: percent, avecConvention: percent }),
      plafondMontantMad: forEvery(COMPANY_CATEGORIES, wholeDirhams),
    }),
  })
  .transform(withoutEditors);

export const ruleSetSchema: z.ZodType<RuleSet> = z
  .looseObject({ scheme: z.enum(['general', 'nordev']) })
  .transform((value, context): RuleSet => {
    const schema = value.scheme === 'general' ? generalRuleSetSchema : nordevRuleSetSchema;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    return z.NEVER;
  });

/** A fault in a file of rules for operators: dotted path, 1-based line, and message. */
export type RuleSetFault = { path: string; line: number; message: string };

export type RuleSetReading = { ok: true; ruleSet: RuleSet } | { ok: false; faults: RuleSetFault[] };

/** Parses a rule-set file. An invalid file returns every fault with its line. */
export function readRuleSet(text: string): RuleSetReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON';
    return { ok: false, faults: [{ path: '', line: brokenLineOf(text), message }] };
  }
  const parsed = ruleSetSchema.safeParse(value);
  if (parsed.success) return { ok: true, ruleSet: parsed.data };
  const faults = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    line: lineOf(text, path.map(String)),
    message,
  }));
  return { ok: false, faults };
}
