import { draftsService } from '../modules/requests/index.ts';
import { rotateSecret } from '../platform/auth/secret.ts';
import { Refusal, type AdminCommand } from './command.ts';
import { endEverySession, resealSecondFactors } from './sessions.repository.ts';

const rotate: AdminCommand = {
  name: 'secret rotate',
  summary: 'make a new token secret and end every session',
  async run({ deps, print }) {
    const { settings, db, clock, log } = deps;
    if (settings.jwtSecret !== null) {
      throw new Refusal(
        'The token secret is set by JWT_SECRET: change it there (openssl rand -base64 48) and start the server again.',
      );
    }
    await rotateSecret(settings.dataDir);
    const ended = await endEverySession(db, clock.now());
    log.info({ event: 'admin.token_secret_rotated', by: 'administrator' });
    print(
      `${String(ended)} sessions are ended. Start the server again to sign with the new secret.`,
    );
  },
};

const reseal: AdminCommand = {
  name: 'secret reseal',
  summary:
    'encrypt stored secrets and drafts again with JWT_SECRET, before JWT_SECRET_ALSO is removed',
  async run({ deps, print }) {
    const { sealed, lost } = await resealSecondFactors(deps.db, deps.sealing);
    const drafts = await draftsService(deps).reseal();
    const others = [];
    for (const { what, reseal: again, afterLoss } of deps.additions.sealed)
      others.push({ what, afterLoss, ...(await again(deps.db, deps.sealing)) });
    deps.log.info({
      event: 'admin.second_factors_resealed',
      by: 'administrator',
      ...{ sealed, lost, drafts },
      others: others.map((one) => ({ what: one.what, sealed: one.sealed, lost: one.lost })),
    });
    const also = others.map((one) => `, and ${String(one.sealed)} ${one.what}`).join('');
    print(
      `${String(sealed)} second factors and ${String(drafts)} drafts are sealed with the secret of now${also}.`,
    );
    for (const one of others) {
      if (one.lost > 0)
        print(`${String(one.lost)} ${one.what} were sealed with neither secret: ${one.afterLoss}.`);
    }
    if (lost > 0)
      throw new Refusal(
        `${String(lost)} were sealed with neither secret: their owners sign in by recovery codes, or by second-factor reset.`,
      );
  },
};

export const secretCommands = [rotate, reseal];
