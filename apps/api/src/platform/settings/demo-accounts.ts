/** The people of the demonstration set. Their password is public, so a production database must not hold them. */
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

/** Published in the README: nobody else may choose it. */
export const demoPassword = 'Wasl#Demo2026';
