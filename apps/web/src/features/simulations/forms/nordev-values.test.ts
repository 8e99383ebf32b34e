import { nordevRuleSet } from '@wasl/premium/testing';
import { describe, expect, it } from 'vitest';

import {
  convergenceOf,
  convergenceStep,
  emptyNordev,
  nordevBodyOf,
  nordevFaults,
  nordevFormOf,
} from './nordev-values.ts';

describe('the convergence slider', () => {
  it.each([
    [0, 'aucun'],
    [1, 'faible'],
    [2, 'moyenne'],
    [3, 'forte'],
  ])('sets stop %d to “%s”, in the preview and in the request', (stop, word) => {
    const figure = stop * convergenceStep;
    const values = { ...emptyNordev, convergenceVocationTerritoriale: figure };
    expect(figure).toBe([0, 33, 66, 99][stop]);
    expect(convergenceOf(figure)).toBe(word);
    expect(nordevFormOf(values).convergenceVocationTerritoriale).toBe(word);
    expect(nordevBodyOf(values).convergenceVocationTerritoriale).toBe(word);
  });

  it('rounds a value to the nearest stop, and treats a value beyond the end as none', () => {
    expect([16, 17, 49, 50, 82, 83].map(convergenceOf)).toEqual([
      'aucun',
      'faible',
      'faible',
      'moyenne',
      'moyenne',
      'forte',
    ]);
    expect(convergenceOf(132)).toBe('aucun');
  });

  it('is valid at each of its stops', () => {
    for (const figure of [0, 33, 66, 99]) {
      const faults = nordevFaults(
        { ...emptyNordev, convergenceVocationTerritoriale: figure },
        nordevRuleSet,
      );
      expect(faults.map(({ path }) => path)).not.toContain('convergenceVocationTerritoriale');
    }
  });
});
