import { describe, expect, it } from 'vitest';

import { appRoutes } from './routes.ts';

const both = ['BENEFICIAIRE', 'PARTENAIRE'] as const;
const beneficiary = ['BENEFICIAIRE'] as const;

describe('the addresses of the specification', () => {
  it.each([
    ['/signUp', 'anonymous'],
    ['/forgotPassword', 'anonymous'],
    ['/emailConfirmation/:token', 'everyone'],
    ['/reinitialiserMotPasse/:token', 'everyone'],
    ['/switchAccount', 'everyone'],
    ['/secondFactor', 'session'],
    ['/consent', 'session'],
    ['/requests', both],
    ['/home', both],
    ['/', both],
    // An agent is redirected to their worklist or to /unauthorized.
    ['/requests/:id', both],
    ['/newRequest', beneficiary],
    ['/editRequest/:id', beneficiary],
    ['/simulator', beneficiary],
    ['/simulator-nordev', beneficiary],
    ['/simulations', beneficiary],
    ['/estimation', 'everyone'],
    ['/simulateur', 'everyone'],
    ['/simulateur-nordev', 'everyone'],
    ['/profileSettings', both],
    ['/unauthorized', 'session'],
    ['/comment-ca-marche', 'everyone'],
    ['/questions', 'everyone'],
    ['/help', 'everyone'],
    ['/contact', 'everyone'],
    ['/legal', 'everyone'],
    ['/privacy', 'everyone'],
  ] as const)('%s is accessible to %s', (path, access) => {
    expect(appRoutes.filter((route) => route.path === path).map((route) => route.access)).toEqual([
      access,
    ]);
  });

  it('have exactly one page each', () => {
    const paths = appRoutes.map((route) => route.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
