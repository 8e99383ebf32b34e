/** The people of the demonstration set (prisma/seed/demo); one password for all. */
const DEMO_ACCOUNTS: [email: string, who: string][] = [
  ['amina@example.org', 'beneficiary, with requests under way'],
  ['nord.cooperative@example.org', 'beneficiary, a company not yet qualified'],
  ['agent.cri@example.org', 'agent of an organisation that offers services'],
  ['agent.ccis@example.org', 'agent of another organisation'],
  ['nouveau@example.org', 'agent awaiting approval'],
];
const DEMO_PASSWORD = 'Wasl#Demo2026';

/** Says where the portal is, once it answers. */
export function announce(
  base: string,
  { isDemo, hasMailbox }: { isDemo: boolean; hasMailbox: boolean },
): void {
  const lines = ['', `Wasl is ready: ${base}`];
  if (isDemo) {
    const width = Math.max(...DEMO_ACCOUNTS.map(([email]) => email.length));
    lines.push(
      '',
      `Demonstration accounts (password ${DEMO_PASSWORD}):`,
      ...DEMO_ACCOUNTS.map(([email, who]) => `  ${email.padEnd(width)}  ${who}`),
    );
  }
  // The mailbox answers this machine alone.
  const isHere = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):/.test(base);
  if (hasMailbox && isHere && (process.env.SMTP_URL ?? '') === '')
    lines.push('', `Mail that the portal sends: ${base}/dev/mail`);
  lines.push('', 'Stop with Ctrl-C.', '');
  console.log(lines.join('\n'));
}
