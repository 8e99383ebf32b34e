import { simulateGeneral } from '../general/simulate.ts';
import { simulateNordev } from '../nordev/simulate.ts';
import type { GeneralRuleSet, NordevRuleSet } from '../rules/types.ts';
import { randomForms } from './random-forms.ts';

export type OutcomesDigest = {
  /** 64 bits in hexadecimal over every outcome, details included. */
  digest: string;
  kinds: Record<string, number>;
};

const PRIME = 0x100000001b3n;
const BITS = (1n << 64n) - 1n;

/** FNV-1a over the text's code units, 64 bits; in chunks, to limit the number of big integers. */
function mixInto(digest: bigint, text: string): bigint {
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + at), 0x01000193);
  }
  const mixed = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
  return ((digest ^ mixed) * PRIME) & BITS;
}

/**
 * Simulates `count` random forms of each scheme alternately and hashes the outcomes, to compare two engines. A single
 * different digit changes the digest.
 */
export function outcomesDigest(
  count: number,
  seed: number,
  general: GeneralRuleSet,
  nordev: NordevRuleSet,
): OutcomesDigest {
  const forms = randomForms(seed, general, nordev);
  const kinds: Record<string, number> = {};
  let digest = 0xcbf29ce484222325n;
  for (let done = 0; done < count; done += 1) {
    const outcome =
      done % 2 === 0
        ? simulateGeneral(forms.general(), general)
        : simulateNordev(forms.nordev(), nordev);
    kinds[outcome.kind] = (kinds[outcome.kind] ?? 0) + 1;
    digest = mixInto(digest, JSON.stringify(outcome));
  }
  return { digest: digest.toString(16).padStart(16, '0'), kinds };
}
