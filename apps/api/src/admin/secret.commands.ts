import { rotateSecret } from '../platform/auth/secret.ts';
import { Refusal, type AdminCommand } from './command.ts';
import { endEverySession } from './sessions.repository.ts';

const rotate: AdminCommand = {
  name: 'secret rotate',
  usage: '',
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

export const secretCommands = [rotate];
