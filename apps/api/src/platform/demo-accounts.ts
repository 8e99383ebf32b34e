/** The people of the demonstration set. Their password is public, so a production database must not hold them. */
export const demoEmails = [
  'amina@example.org',
  'nord.cooperative@example.org',
  'agent.cri@example.org',
  'agent.ccis@example.org',
  'nouveau@example.org',
] as const;
