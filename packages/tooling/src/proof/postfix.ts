import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { freePort } from '../local-database/index.ts';
import { environment, execute, isRoot, versionOf, type Part } from './part.ts';

/** An unprivileged owner of delivered mails: postfix delivers none as root or as itself. */
const mailOwner = 65534;

/** postfix with its own certificate: mails only over STARTTLS; one recipient of example.org is known. */
export const postfix: Part = {
  name: 'postfix',
  debian: 'postfix',
  version: async () => (isRoot ? await versionOf('postconf', '-d', 'mail_version') : null),
  start: async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wasl-proof-'));
    await fs.chmod(folder, 0o755);
    const at = (name: string): string => path.join(folder, name);
    const port = await freePort();
    await execute('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...[
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        at('key.pem'),
        '-out',
        at('cert.pem'),
      ],
    ]);
    const settings = {
      compatibility_level: '3.6',
      queue_directory: at('queue'),
      data_directory: at('data'),
      maillog_file: at('log'),
      maillog_file_prefixes: folder,
      inet_interfaces: '127.0.0.1',
      inet_protocols: 'ipv4',
      myhostname: 'mail.example.org',
      mydestination: '',
      alias_maps: '',
      local_recipient_maps: '',
      virtual_mailbox_domains: 'example.org',
      virtual_mailbox_maps: 'inline:{ amina@example.org=amina/ }',
      virtual_mailbox_base: at('mails'),
      virtual_uid_maps: `static:${String(mailOwner)}`,
      virtual_gid_maps: `static:${String(mailOwner)}`,
      smtpd_tls_security_level: 'encrypt',
      smtpd_tls_received_header: 'yes',
      smtpd_tls_cert_file: at('cert.pem'),
      smtpd_tls_key_file: at('key.pem'),
      smtpd_relay_restrictions: 'reject_unauth_destination',
      smtpd_sender_restrictions: `check_sender_access texthash:${at('senders')}`,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    await fs.writeFile(at('main.cf'), lines.join(''));
    const services = [
      `127.0.0.1:${String(port)} inet n - n - - smtpd`,
      'pickup unix n - n 60 1 pickup',
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      'tlsmgr unix - - n 1000? 1 tlsmgr',
      'rewrite unix - - n - - trivial-rewrite',
      'bounce unix - - n - 0 bounce',
      'defer unix - - n - 0 bounce',
      'proxymap unix - - n - - proxymap',
      'anvil unix - - n - 1 anvil',
      'scache unix - - n - 1 scache',
      'virtual unix - n n - - virtual',
      'error unix - - n - - error',
      'retry unix - - n - - error',
      'postlog unix-dgram n - n - 1 postlogd',
    ];
    await fs.writeFile(at('master.cf'), `${services.join('\n')}\n`);
    await fs.writeFile(at('senders'), '');
    for (const name of ['queue', 'data', 'mails']) await fs.mkdir(at(name));
    await execute('chown', ['postfix', at('data')]);
    await fs.chown(at('mails'), mailOwner, mailOwner);
    const run = async (word: string): Promise<void> => {
      await execute('postfix', ['-c', folder, word], { env: environment });
    };
    const remove = async (): Promise<void> => {
      await fs.rm(folder, { recursive: true, force: true });
    };
    try {
      await run('start');
    } catch (error) {
      await remove();
      throw error;
    }
    return {
      env: {
        PATH: environment.PATH,
        TEST_POSTFIX: folder,
        TEST_POSTFIX_PORT: String(port),
        // How an administrator adds a private certificate authority to the portal.
        NODE_EXTRA_CA_CERTS: at('cert.pem'),
      },
      stop: async () => {
        // A failed proof may have left it stopped.
        await run('stop').catch(() => undefined);
        await remove();
      },
    };
  },
};
