/** Dialogs of the worklist that an address can open. */
export const worklistDialogs = ['update', 'documents', 'follow'] as const;
export type WorklistDialog = (typeof worklistDialogs)[number];

/** Parts of the page of a step that an address can lead to. */
export const stepFileParts = ['documents', 'rating', 'notes', 'history'] as const;
export type StepFilePart = (typeof stepFileParts)[number];

/**
 * Addresses of the client that mails and notices lead to: the page, or the page with the dialog open, where the
 * person can act. Each survives a sign-in on the way; the client's own test holds them against its routes.
 */
export const places = {
  landing: () => '/login',
  confirmEmail: (token: string) => `/emailConfirmation/${token}`,
  forgotPassword: () => '/forgotPassword',
  newPassword: (token: string) => `/reinitialiserMotPasse/${token}`,
  approveAgent: (token: string) => `/approveAgent/${token}`,
  mailPreferences: () => '/profileSettings#emails',
  secondFactor: () => '/secondFactor',
  profile: () => '/profileSettings',
  ownSessions: () => '/profileSettings#sessions',
  colleagues: () => '/profileSettings#colleagues',
  otherSystems: () => '/profileSettings#webhooks',
  requests: () => '/requests',
  /** The agent's worklist, of their own steps. */
  ownSteps: () => '/requests?owner=mine',
  request: (requestId: number) => `/requests/${String(requestId)}`,
  /** The request with its follow-up open: documents are handed in and steps rated there. */
  followUp: (requestId: number) => `/requests/${String(requestId)}/follow`,
  /** An agent's page of a step, at a part of it: all that is to be done on it. */
  stepFile: (requestId: number, stepId: number, part?: StepFilePart) =>
    `/requests/${String(requestId)}/steps/${String(stepId)}${part === undefined ? '' : `#${part}`}`,
  receipt: (requestId: number) => `/requests/${String(requestId)}/receipt`,
  editRequest: (requestId: number) => `/editRequest/${String(requestId)}`,
  conversation: (stepId: number) => `/messages/${String(stepId)}`,
  conversations: () => '/messages',
  /**
   * What a figure of the morning counts in the agent's worklist, of their own steps and nobody's: late, at half of their
   * time, with a message to be answered, or come since a day `YYYY-MM-DD`.
   */
  worklistPart: (part: 'late' | 'half' | 'unanswered' | { readonly since: string }) => {
    const filters =
      part === 'late'
        ? { tab: 'late', sort: 'dueOn,asc' }
        : part === 'half'
          ? { clock: 'HALF', sort: 'dueOn,asc' }
          : part === 'unanswered'
            ? { conversation: 'UNANSWERED', stepStatus: 'OPEN' }
            : { assignedSince: part.since, stepStatus: 'OPEN' };
    return `/requests?${new URLSearchParams({ owner: 'mineOrNone', ...filters }).toString()}`;
  },
  /**
   * The agent's worklist, at one request; with a step and a dialog, that dialog is open. Mails and notices led there
   * before steps had a page of their own, and still do where they know no step.
   */
  worklist: (
    numRequest: string,
    step?: { readonly id: number; readonly opens: WorklistDialog },
  ) => {
    const query = new URLSearchParams({
      number: numRequest,
      ...(step === undefined ? {} : { step: String(step.id), open: step.opens }),
    });
    return `/requests?${query.toString()}`;
  },
} as const;
