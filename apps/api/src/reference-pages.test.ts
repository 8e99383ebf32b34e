import {
  endpoints,
  errorStatus,
  isForResponsibles,
  loadMessages,
  rolesByPermission,
  type ErrorCode,
  type Permission,
} from '@wasl/contracts';
import { expect, it } from 'vitest';

import { runAdmin } from './admin/index.ts';
import { limitRows } from './platform/auth/rate-limits.ts';
import { retention, type RetentionRule } from './platform/jobs/retention.ts';
import { configurePlugins, pluginSettings, type Plugins } from './platform/program/plugin.ts';
import { settingRows } from './platform/settings/env-schema.ts';
import * as plugins from './plugins/index.ts';
import { paddedTable } from './testing/padded-table.ts';

const code = (text: string): string => `\`${text}\``;

/** A page below docs/ that the code writes. */
async function expectPage(
  name: string,
  title: string,
  introduction: string,
  body: string,
): Promise<void> {
  const page = `# ${title}

${introduction} \`pnpm vitest run apps/api/src/reference-pages.test.ts -u\` writes this page from the code.

${body}
`;
  await expect(page).toMatchFileSnapshot(`../../../docs/${name}.md`);
}

it('docs/settings.md lists every setting', async () => {
  const rows = settingRows(pluginSettings(plugins));
  await expectPage(
    'settings',
    'Settings',
    'All settings are environment variables. `apps/api/src/platform/settings/env-schema.ts` and the plugins declare them. A wrong value ends the start with a sentence that names it.',
    paddedTable([['Name', 'Without it', 'Meaning'], ...rows]),
  );
});

it('docs/limits.md lists every rate limit', async () => {
  const ofPlugins = Object.values<Plugins[string]>(plugins).flatMap(({ limits = [] }) => limits);
  await expectPage(
    'limits',
    'Rate limits',
    'PostgreSQL counts these limits (`apps/api/src/platform/auth/rate-limits.ts`), so all processes share them. A call beyond a limit is answered 429 with `Retry-After`. `RATE_LIMIT_FACTOR` multiplies them. Limits of sizes and numbers are in `apps/api/src/platform/settings/limits.ts`.',
    paddedTable([['Limit', 'Counted by', 'Allowed', 'Within'], ...limitRows(ofPlugins)]),
  );
});

it('docs/retention.md lists the expiry of each kind of data', async () => {
  const rules: readonly RetentionRule[] = [
    ...Object.values(retention),
    ...configurePlugins(plugins, {}).additions.retained.map(({ rule }) => rule),
  ];
  await expectPage(
    'retention',
    'Retention',
    'The hourly housekeeping removes these rows (`apps/api/src/platform/jobs/retention.ts`). `npm run admin -- retention --dry-run` counts them, and `npm run admin -- retention` removes them now. Law 09-08 (article 3) limits personal data to their purpose. Consents stay as long as the account.',
    paddedTable([
      ['What', 'Days', 'From', 'Reason'],
      ...rules.map(({ what, days, from, why }) => [what, String(days), from, why]),
    ]),
  );
});

it('docs/error-codes.md lists every error code', async () => {
  const { errors } = await loadMessages('en');
  await expectPage(
    'error-codes',
    'Error codes',
    'An error answer is JSON with `code`, `message` in the language of the caller, and for input the `errors` of each field.',
    paddedTable([
      ['Code', 'Status', 'Message in English'],
      ...(Object.keys(errorStatus) as ErrorCode[]).map((one) => [
        code(one),
        String(errorStatus[one]),
        errors[one].replaceAll('\n', ' '),
      ]),
    ]),
  );
});

it('docs/permissions.md lists the roles that may make each call', async () => {
  const calls = new Map<string, string[]>();
  for (const [id, { permission, keyScope }] of Object.entries(endpoints)) {
    const shown = keyScope === undefined ? code(id) : `${code(id)} (${keyScope})`;
    calls.set(permission, [...(calls.get(permission) ?? []), shown]);
  }
  const whoMay = (permission: string): string => {
    if (permission === 'public') return 'anybody';
    if (isForResponsibles(permission as Permission)) return 'responsables';
    return rolesByPermission[permission as Permission].join(', ');
  };
  await expectPage(
    'permissions',
    'Permissions',
    'The contract of each call names one permission. A scope in brackets lets a key of an organisation make the call. `apps/api/src/access-matrix.test.ts` makes every call in every role.',
    paddedTable([
      ['Permission', 'Who', 'Calls'],
      ...['public', ...Object.keys(rolesByPermission)].map((permission) => [
        code(permission),
        whoMay(permission),
        (calls.get(permission) ?? []).join('; '),
      ]),
    ]),
  );
});

it('docs/commands.md lists every command of npm run admin', async () => {
  const lines: string[] = [];
  const exit = await runAdmin({
    words: ['--help'],
    open: () => Promise.reject(new Error('the help needs no database')),
    seed: () => Promise.reject(new Error('the help seeds nothing')),
    environment: {},
    plugins,
    print: (line) => lines.push(...line.split('\n')),
    printFault: (line) => lines.push(line),
  });
  expect(exit).toBe(0);
  const commands = lines.slice(lines.indexOf('Commands:') + 1);
  const rows = commands.flatMap((line, index) =>
    /^ {2}\S/.test(line) ? [[code(line.trim()), commands[index + 1]?.trim() ?? '']] : [],
  );
  expect(rows.length).toBeGreaterThan(60);
  await expectPage(
    'commands',
    'Administrator commands',
    'Start each with `npm run admin -- <command>`; [operations](operations/people-and-organisations.md) explains the common tasks. `--json` prints one JSON object. `--as <name>` records who acts. The exit code is 0 when done, 1 when refused, failed or not well, and 2 for wrong usage.',
    paddedTable([['Command', 'Effect'], ...rows]),
  );
});
