import { example1, exampleN2, plant, workshop } from '@wasl/premium/testing';

type Sent<F> = { readonly [K in keyof F]: F[K] extends boolean ? 'Oui' | 'Non' : F[K] };

/** The form as the specified client sends it: answers are words. */
export function asSent<F extends object>(form: F): Sent<F> {
  const words = Object.entries(form).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'boolean' ? (value ? 'Oui' : 'Non') : value,
  ]);
  return Object.fromEntries(words) as Sent<F>;
}

/** A plant without investment. */
export const plantForm = asSent(plant);

/** Worked example 1. */
export const generalExample = asSent(example1);

/** A small enterprise with all answers Non. */
export const plainNordevForm = asSent(workshop);

/** Worked example N2, with the figure of the slider. */
export const nordevExample = { ...asSent(exampleN2), convergenceVocationTerritoriale: 99 };
