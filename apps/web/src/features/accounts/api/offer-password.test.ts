import { afterEach, expect, it, vi } from 'vitest';

import { offerPassword } from './offer-password.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('offers the address and the password to a browser that stores them', () => {
  const store = vi.fn(() => Promise.reject(new Error('refused')));
  vi.stubGlobal('navigator', { credentials: { store } });
  offerPassword('amina@example.org', 'Rif#Montagne26');
  expect(store).not.toHaveBeenCalled();
  class Stored {
    readonly data: object;
    constructor(data: object) {
      this.data = data;
    }
  }
  vi.stubGlobal('PasswordCredential', Stored);
  offerPassword('amina@example.org', 'Rif#Montagne26');
  expect(store).toHaveBeenCalledWith(
    new Stored({ id: 'amina@example.org', password: 'Rif#Montagne26' }),
  );
});
