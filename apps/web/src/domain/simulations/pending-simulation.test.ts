import { afterEach, describe, expect, it } from 'vitest';

import { endSession, startSession, takeReturnPlace } from '../../lib/session/session.ts';
import { signedToken } from '../../testing/token.ts';
import {
  clearPendingSimulation,
  pendingSimulation,
  storePendingSimulation,
} from './pending-simulation.ts';

afterEach(() => localStorage.clear());

describe('a simulation made without an account', () => {
  it('remains through a sign-up, and is deleted after a sign-out', () => {
    storePendingSimulation('nordev', { intituleProjet: 'Ferme' });
    endSession({ keepPending: true });
    expect(pendingSimulation()).toMatchObject({
      scheme: 'nordev',
      values: { intituleProjet: 'Ferme' },
    });
    startSession(signedToken({ role: 'PARTENAIRE' }));
    expect(takeReturnPlace()).toBe('/requests');
    startSession(signedToken({ role: 'BENEFICIAIRE' }));
    expect(takeReturnPlace()).toBe('/simulator-nordev');
    endSession();
    expect(pendingSimulation()).toBeNull();
  });

  it('expires after a week, is used once, and ignores a malformed stored value', () => {
    storePendingSimulation('general', { step: 2 });
    expect(pendingSimulation(Date.now() + 6 * 86_400_000)).not.toBeNull();
    expect(pendingSimulation(Date.now() + 8 * 86_400_000)).toBeNull();
    clearPendingSimulation();
    expect(pendingSimulation()).toBeNull();
    for (const given of ['{', 'null', '7', '{"scheme":"other","values":{},"savedAt":1}']) {
      localStorage.setItem('simulation', given);
      expect(pendingSimulation(2)).toBeNull();
    }
  });
});
