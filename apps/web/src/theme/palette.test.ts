import { describe, expect, it } from 'vitest';

import { contrast, darkTokens, lightTokens, linePairs, printTokens, textPairs } from './palette.ts';

const schemes = [
  ['light', lightTokens],
  ['dark', darkTokens],
  ['print', printTokens],
] as const;

describe('contrast', () => {
  it('is 21 for black on white, and 1 for equal colours', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#777777')).toBe(1);
  });

  for (const [scheme, tokens] of schemes) {
    it.each(textPairs)(`${scheme}: text %s on %s reaches 4.5:1`, (text, ground) => {
      expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
    });
    it.each(linePairs)(`${scheme}: line %s on %s reaches 3:1`, (line, ground) => {
      expect(contrast(tokens[line], tokens[ground])).toBeGreaterThanOrEqual(3);
    });
  }
});
