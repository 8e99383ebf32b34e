import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { line, paragraph, v } from '../wire/text.ts';
import { id, langQuery, refCode, yesNo } from '../wire/values.ts';
import { generalDetails } from './explanation.ts';
import { numeric, oneOf, optionalNumeric } from './numeric.ts';

const landTypes = ['Public', 'Privé'] as const;

/** Public and/or Privé, as a list or as the one word. */
const landTypeList = z
  .union(
    [z.array(oneOf(landTypes, 'required')), oneOf(landTypes, 'required').transform((one) => [one])],
    {
      error: v('required'),
    },
  )
  .transform((list) => [...new Set(list)])
  .pipe(z.array(z.enum(landTypes)).min(1, v('required')));

/** Dirhams: cost of the acquisition, and of the rental for a year. An unselected side may be absent. */
const land = z
  .object(
    { acquisitionTerrain: optionalNumeric(), locationTerrain: optionalNumeric() },
    { error: v('invalid') },
  )
  .nullish();

const group = { error: v('required') };

/**
 * Form of the general simulator; amounts in dirhams, payrolls by month. `totalCapex` and the list of key/value pairs
 * may be sent but are ignored: the server computes its own sums.
 */
export const simulateBody = z.object({
  intituleProjet: line(200),
  consistanceProjet: paragraph(4000),
  effectif: numeric(),
  secteurActivite: refCode(),
  /** Required in industry only. */
  typeIndustrie: z
    .union([refCode(), z.literal(''), z.null()], { error: v('unknownCode') })
    .optional()
    .transform((code) => (code === undefined || code === '' ? null : code)),
  metierAvenir: yesNo(),
  localisationProjet: refCode(),
  projetInvestissementDurable: yesNo(),
  /** Percent; required in industry only. */
  tauxIntegrationLocale: optionalNumeric(),
  fraisEtude: z.object({ fraisRecherche: numeric(), fraisTransfert: numeric() }, group),
  terrainNu: yesNo(),
  typeFoncier: landTypeList,
  foncierPublic: land,
  foncierPrive: land,
  infrastructure: z.object({ infraExternes: numeric(), infraInternes: numeric() }, group),
  constructions: z.object({ genieCivile: numeric(), travauxAmenagement: numeric() }, group),
  equipements: numeric(),
  masseSalarialeTotale: numeric(),
  masseSalarialeFeminine: numeric(),
});
export type SimulateInput = z.input<typeof simulateBody>;
export type SimulateForm = z.output<typeof simulateBody>;

/**
 * Body of the call: the two land amounts may also be flat, as in the previous portal's format. They belong to the one
 * selected type, and count where that type has no amounts.
 */
const simulateCallBody = simulateBody
  .extend({ acquisitionTerrain: optionalNumeric(), locationTerrain: optionalNumeric() })
  .transform(({ acquisitionTerrain, locationTerrain, ...form }): SimulateForm => {
    const [type, another] = form.typeFoncier;
    const isFlat = acquisitionTerrain !== null || locationTerrain !== null;
    if (!isFlat || another !== undefined) return form;
    const side = type === 'Public' ? 'foncierPublic' : 'foncierPrive';
    return {
      ...form,
      [side]: {
        acquisitionTerrain: form[side]?.acquisitionTerrain ?? acquisitionTerrain,
        locationTerrain: form[side]?.locationTerrain ?? locationTerrain,
      },
    };
  });

/** Rates in percent, amounts in M MAD with at most 6 decimals. */
export const generalResult = z.object({
  totalCapex: z.number(),
  tauxPrimeEmploiStable: z.number(),
  tauxPrimeGenre: z.number(),
  tauxPrimeMetierAvenir: z.number(),
  tauxPrimeDeveloppementDurable: z.number(),
  tauxPrimeIntegrationLocal: z.number(),
  tauxPrimeTerretorielle: z.number(),
  tauxPrimeSectorielle: z.number(),
  /** The sum of the rates before its ceiling. */
  tauxPrimeBrut: z.number(),
  tauxPrimeTotale: z.number(),
  /** The investment that the total rate applies to. */
  montantPrimable: z.number(),
  montantPrimeTotale: z.number(),
  /** The ceiling that reduced the amount; null when none did. */
  plafondApplique: z.number().nullable(),
  rulesVersion: z.string(),
});

export const generalCalls = defineArea('simulations', {
  simulate: {
    route: 'POST /simulate',
    permission: 'simulation:use',
    summary:
      'Compute the general premium and keep the simulation; not eligible: 422 with what each route lacks',
    query: z.object({ lang: langQuery }),
    body: simulateCallBody,
    response: generalResult.extend({ simulationPrimeId: z.number(), details: generalDetails }),
    errors: ['NOT_ELIGIBLE'],
  },
  generateReport: {
    route: 'GET /simulation_prime/generate_report',
    permission: 'simulation:use',
    summary: 'A general simulation of the caller as a PDF document',
    query: z.object({ simulation_prime_id: id, lang: langQuery }),
    response: { status: 200, contentTypes: ['application/pdf'] },
  },
});
