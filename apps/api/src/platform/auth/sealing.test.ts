import { describe, expect, it } from 'vitest';

import { sealing } from './sealing.ts';

const secret = 'kQ8vX2nR7mT4wY9zB3cD6fG1hJ5lP0sA-one';
const sealedEarlier = 'b5U09mkUS6dmrdzZezm1PuTVB6p8jY6vJSfnQHfWxabYwrNZ669KnS3AAEg';
const sealer = sealing(secret);

describe('sealed text', () => {
  it('contains the name of its algorithm, and can be opened only for its recipient', () => {
    const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'a');
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(sealer.open(sealed, 'a')).toBe('JBSWY3DPEHPK3PXP');
    expect(sealer.open(sealed, 'b')).toBeUndefined();
    expect(sealing(`${secret}2`).open(sealed, 'a')).toBeUndefined();
  });

  it('from before the version prefix can still be opened', () => {
    const old = sealer.seal('JBSWY3DPEHPK3PXP', 'a').slice('v1.'.length);
    expect(sealer.open(old, 'a')).toBe('JBSWY3DPEHPK3PXP');
    // Sealed by the previous version with this secret.
    expect(sealer.open(sealedEarlier, 'a')).toBe('JBSWY3DPEHPK3PXP');
  });

  it('with an unknown algorithm or changed content cannot be opened', () => {
    const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'a');
    expect(sealer.open(sealed.replace('v1.', 'v2.'), 'a')).toBeUndefined();
    expect(sealer.open(`v1.${sealed}`, 'a')).toBeUndefined();
    expect(
      sealer.open(
        `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`,
        'a',
      ),
    ).toBeUndefined();
    expect(sealer.open('v1.', 'a')).toBeUndefined();
  });
});
