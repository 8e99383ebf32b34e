import { draftsService } from '../modules/requests/index.ts';
import { rotateSecret } from '../platform/auth/secret.ts';
import { Refusal, type AdminCommand } from './command.ts';
import { endEverySession, resealSecondFactors, resealWebhooks } from './sessions.repository.ts';

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
    log.info({ event: 'token secret rotated', by: 'administrator' });
    print(
      `${String(ended)} sessions are ended. Start the server again to sign with the new secret.`,
    );
  },
};

const reseal: AdminCommand = {
  name: 'secret reseal',
  summary:
    'seal the secrets of second factors, webhooks and the drafts anew with JWT_SECRET, before JWT_SECRET_ALSO is taken away',
  async run({ deps, print }) {
    const { sealed, lost } = await resealSecondFactors(deps.db, deps.sealing);
    const drafts = await draftsService(deps).reseal();
    const webhooks = await resealWebhooks(deps.db, deps.sealing);
    const counts = { sealed, lost, drafts, webhooks: webhooks.sealed, webhooksLost: webhooks.lost };
    deps.log.info({ event: 'second factors sealed anew', by: 'administrator', ...counts });
    print(
      `${String(sealed)} second factors and ${String(drafts)} drafts are sealed with the secret of now, and ${String(webhooks.sealed)} webhooks.`,
    );
    if (webhooks.lost > 0)
      print(
        `${String(webhooks.lost)} webhooks were sealed with neither secret: their organisations make new ones in the profile.`,
      );
    if (lost > 0)
      throw new Refusal(
        `${String(lost)} were sealed with neither secret: their owners sign in by recovery codes, or by second-factor reset.`,
      );
  },
};

export const secretCommands = [rotate, reseal];
