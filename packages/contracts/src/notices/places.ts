export const worklistDialogs = ['update', 'documents', 'follow'] as const;
export type WorklistDialog = (typeof worklistDialogs)[number];

export const stepFileParts = ['documents', 'rating', 'messages', 'notes', 'history'] as const;
export type StepFilePart = (typeof stepFileParts)[number];

/**
 * Client URLs in mails and notices: the page where the person can act. Each survives a sign-in on the way. A
 * client test compares them with its routes.
 */
export const places = {
  landing: () => '/login',
  confirmEmail: (token: string) => `/emailConfirmation/${token}`,
  forgotPassword: () => '/forgotPassword',
  newPassword: (token: string) => `/reinitialiserMotPasse/${token}`,
  approveAgent: (token: string) => `/approveAgent/${token}`,
  mailPreferences: () => '/account/notifications',
  secondFactor: () => '/secondFactor',
  profile: () => '/profileSettings',
  ownSessions: () => '/account/security#sessions',
  colleagues: () => '/organisation/colleagues',
  otherSystems: () => '/organisation/integrations',
  requests: () => '/requests',
  ownSteps: () => '/requests?owner=mine',
  request: (requestId: number) => `/requests/${String(requestId)}`,
  /** The follow-up of a request, for uploads and ratings. */
  followUp: (requestId: number) => `/requests/${String(requestId)}/follow`,
  stepFile: (requestId: number, stepId: number, part?: StepFilePart) =>
    `/requests/${String(requestId)}/steps/${String(stepId)}${part === undefined ? '' : `#${part}`}`,
  receipt: (requestId: number) => `/requests/${String(requestId)}/receipt`,
  editRequest: (requestId: number) => `/editRequest/${String(requestId)}`,
  conversation: (stepId: number) => `/messages/${String(stepId)}`,
  conversations: () => '/messages',
  /**
   * The worklist behind a figure of the digest, filtered to own and unassigned steps: late, at half of their time, with
   * an unanswered message, or received since a day `YYYY-MM-DD`.
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
   * The agent's worklist at one request; with a step and a dialog, that dialog is open. Old mails and notices link
   * here, and new ones when the step is unknown.
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
