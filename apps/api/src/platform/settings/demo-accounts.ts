/** Accounts of the demonstration data. Their password is public, so a production database must not contain them. */
export const demoEmails = [
  'amina@example.org',
  'nord.cooperative@example.org',
  'agent.cri@example.org',
  'agent.ccis@example.org',
  'agent.ads@example.org',
  'agent.anapec@example.org',
  'agent.apdn@example.org',
  'agent.arep@example.org',
  'agent.cgem@example.org',
  'agent.peches@example.org',
  'agent.region@example.org',
  'agent.indh@example.org',
  'agent.tamwilcom@example.org',
  'nouveau@example.org',
] as const;

/** Published in the README, so it is refused as a password of other accounts. */
export const demoPassword = 'Wasl#Demo2026';
