/**
 * The page of the step that a mail to an agent leads to. An import knows no step, mails written by an earlier release
 * no request: they lead to the row of the request's number.
 */
interface StepPlace {
  requestId?: number;
  stepId?: number;
}

/** A request that a mail names. */
export interface FiledNumber {
  requestId: number;
  numRequest: string;
}

interface WrittenOnStep {
  name: string;
  from: string;
  numRequest: string;
  service: string;
  stepId: number;
}

/** Every mail and what it tells of. The words are in `../i18n/<lang>/mail.json`; `name` is the reader's. */
export interface MailTemplates {
  /** `token` confirms the address; valid 48 hours. */
  confirmAddress: { name: string; token: string };
  /** `token` opens the form of a new password; valid 1 hour. */
  resetPassword: { name: string; token: string };
  /** Another password was chosen, in the profile or with a mailed link. `at`: ISO instant. */
  passwordChanged: { name: string; at: string };
  /** Somebody signed in where nobody had with this account. `browser` as its sessions say it; null where it says nothing. */
  newDevice: { name: string; at: string; browser: string | null };
  /** `token`: what somebody types who has to turn their second factor on; valid 30 minutes. */
  secondFactorCode: { name: string; token: string };
  /**
   * `tried`: somebody with the password used up the attempts at codes; `recovered`: somebody signed in with a recovery code;
   * `reset`: the administrator took the second factor away.
   */
  secondFactorChanged: {
    name: string;
    at: string;
    change: 'on' | 'moved' | 'off' | 'codes' | 'tried' | 'recovered' | 'reset';
  };
  /** To the approved colleagues; `token` approves the agent. */
  agentAwaitingApproval: {
    name: string;
    agentName: string;
    agentEmail: string;
    organisation: string;
    token: string;
  };
  agentApproved: { name: string; organisation: string };
  /** The agent was not approved, or is no longer an agent. */
  agentRefused: { name: string; organisation: string };
  agentRemoved: { name: string; organisation: string };
  /** To those who signed up with an organisation that the administrator refused. */
  organisationRefused: { name: string; organisation: string; reason: string };
  /** To those who signed up with an organisation on which nobody decided in time: the last mail, their account is erased. */
  organisationExpired: { name: string; organisation: string };
  /** The receipt of a submitted request. `submittedAt`: ISO instant. */
  requestReceived: { name: string; requestId: number; numRequest: string; submittedAt: string };
  /**
   * To a person for whom an organisation that they know filed requests: one mail for a file, which names the first of them
   * (`requests`) of `count`. Files that follow one another while it waits join it.
   */
  requestsFiled: {
    name: string;
    organisation: string;
    partnerId: number;
    count: number;
    requests: readonly FiledNumber[];
  };
  /** To the agents of the organisation. */
  stepAssigned: StepPlace & {
    name: string;
    organisation: string;
    numRequest: string;
    service: string;
  };
  /** To the agents of an organisation that an import gave several steps at once. */
  stepsAssigned: { name: string; organisation: string; count: number };
  /** Labels of the expected documents, in the reader's language. */
  documentsExpected: {
    name: string;
    requestId: number;
    numRequest: string;
    service: string;
    documents: string[];
  };
  /**
   * `status` is the label in the reader's language; `observation` null when there is none; `page` is where the reader
   * can act. Mails written by an earlier release have no `page`: they lead to the request.
   */
  statusChanged: {
    name: string;
    requestId: number;
    numRequest: string;
    status: string;
    observation: string | null;
    page?: 'followUp' | 'edit' | 'request';
    /** The reader did it themselves: the mail is for their records. */
    isOwn?: true;
  };
  /** To the agents at work on a request that the administrator put on hold; `reason` null when none was given. */
  processingHeld: StepPlace & {
    name: string;
    organisation: string;
    numRequest: string;
    reason: string | null;
  };
  processingResumed: StepPlace & { name: string; organisation: string; numRequest: string };
  /** To the agents at work on a request whose person took their agreement back. */
  agreementWithdrawn: { name: string; organisation: string; numRequest: string };
  /** To the agents at work on a request that its person took back; `reason` in the reader's language, `text` as it was written. */
  requestWithdrawn: StepPlace & {
    name: string;
    organisation: string;
    numRequest: string;
    reason: string;
    text: string | null;
  };
  /**
   * An organisation gave a step up: `next` has it now, null while somebody is looked for. `duplicateOf`: number of
   * the request that does its work. `reason` in the reader's language, `text` as the agent wrote it.
   */
  stepPassedOn: {
    name: string;
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
    next: string | null;
    duplicateOf?: string | null;
    reason: string;
    text: string | null;
  };
  /** A virus was found in a file of the reader: `numRequest` null for an identity paper, `place` is where it is replaced. */
  fileInfected: { name: string; file: string; numRequest: string | null; place: string };
  /** An organisation has taken back the closing that made the request handled. */
  closingTakenBack: {
    name: string;
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
  };
  /** To the responsables: an address that the organisation had told of events is told no more. `host`: of that address. */
  webhookOff: {
    name: string;
    organisation: string;
    host: string;
    reason: 'GONE' | 'FAILING' | 'ADMINISTRATOR' | 'MAKER_LEFT';
  };
  /** To the responsables: keys and addresses (`items`) end on this day, `YYYY-MM-DD`, unless one of them confirms them. */
  makerLeft: { name: string; organisation: string; endsOn: string; items: string[] };
  /** To the administrator: submitted requests with something that no organisation takes; at most 20 are named. */
  requestsUnrouted: { name: string; count: number; requests: string[] };
  /** To the administrator: nobody of an organisation can sign in any more, and requests wait on it. */
  organisationUnattended: {
    name: string;
    organisation: string;
    partnerId: number;
    count: number;
    requests: string[];
  };
  requestHandled: { name: string; requestId: number; numRequest: string };
  /** A colleague named the reader in an internal note of a step: never what it says. */
  noteMention: {
    name: string;
    colleague: string;
    numRequest: string;
    service: string;
    requestId: number;
    stepId: number;
  };
  /** To the beneficiary: the organisation `from` wrote on a step. Never what. */
  messageReceived: WrittenOnStep;
  /** To the agents: the beneficiary `from` wrote on a step. Never what. */
  beneficiaryWrote: WrittenOnStep;
  /** What happened on one request (or what was filed by one organisation) while the mail waited, in order; at least two events. */
  requestEvents: { name: string; numRequest: string; events: readonly MergedEvent[] };
  /** The agent's morning: open steps, their own and nobody's; at least one of the figures is not 0. `since` is a day. */
  agentDigest: {
    name: string;
    organisation: string;
    since: string;
    fresh: number;
    half: number;
    late: number;
    waiting: number;
  };
  /** Nobody has begun on a step; `dueOn` is a day, null while its clock stands still. */
  notTakenUp: {
    name: string;
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
    dueOn: string | null;
  };
  /** Labels of the documents that are still awaited. */
  documentAwaited: {
    name: string;
    requestId: number;
    numRequest: string;
    service: string;
    organisation: string;
    documents: string[];
  };
  /** A draft that nobody has touched for days. */
  draftForgotten: { name: string; requestId: number; numRequest: string };
  /** Requests that an organisation filed wait for the person's agreement; `requestId` is the first of them. */
  agreementAsked: { name: string; organisation: string; count: number; requestId: number };
  /** A beneficiary imported by an organisation; `token` opens the form of a first password. */
  invitation: { name: string; organisation: string; token: string };
  /** The same person, who has not come: an organisation that works for them invites again. */
  invitationAgain: { name: string; organisation: string; token: string };
  /** The owner asked for the account to be erased; `dueOn` is a day, `YYYY-MM-DD`. */
  accountDeletionAsked: { name: string; dueOn: string };
  accountKept: { name: string };
  /** The last mail: the account is gone. */
  accountErased: { name: string };
}

export type MailTemplate = keyof MailTemplates;

/**
 * Mails to an agent about one request, and to a person about what one organisation filed for them: those that have not been
 * sent yet become one, which lists them. Each has a line for that in `request-events.ts`.
 */
export type MergedTemplate =
  | 'stepAssigned'
  | 'requestsFiled'
  | 'processingHeld'
  | 'processingResumed'
  | 'agreementWithdrawn'
  | 'requestWithdrawn'
  | 'beneficiaryWrote'
  | 'noteMention';

/** What one of several merged mails told of. */
export type MergedEvent = {
  [T in MergedTemplate]: { readonly template: T; readonly params: MailTemplates[T] };
}[MergedTemplate];

/** Mails that the portal writes; the one of several events is made of others. */
export type WrittenTemplate = Exclude<MailTemplate, 'requestEvents'>;

/** Mails that only the administrator gets. */
export type AdministratorTemplate = 'requestsUnrouted' | 'organisationUnattended';

/** A mail to write: typed by its template. */
export type Mail = {
  [T in WrittenTemplate]: {
    readonly to: string;
    readonly lang: 'fr' | 'en' | 'ar' | 'es';
    /** How many minutes it stays in the outbox at least; none where it is not given. */
    readonly waitMinutes?: number;
    readonly template: T;
    readonly params: MailTemplates[T];
  };
}[WrittenTemplate];
