/** The demonstration accounts (prisma/seed/demo), all with one password. */
const DEMO_ACCOUNTS: [email: string, who: string][] = [
  ['amina@example.org', 'beneficiary, with requests under way'],
  ['nord.cooperative@example.org', 'beneficiary, a company not yet qualified'],
  ['agent.cri@example.org', 'agent of an organisation that offers services'],
  ['agent.ccis@example.org', 'agent of another organisation'],
  ['nouveau@example.org', 'agent awaiting approval'],
];
const DEMO_PASSWORD = 'Wasl#Demo2026';

/** Prints the portal's address once it responds. */
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
  // The mailbox responds only to this machine.
  const isHere = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):/.test(base);
  if (hasMailbox && isHere && (process.env.SMTP_URL ?? '') === '')
    lines.push('', `Mail that the portal sends: ${base}/dev/mail`);
  lines.push('', 'Stop with Ctrl-C.', '');
  console.log(lines.join('\n'));
}
