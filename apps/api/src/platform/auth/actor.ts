import type { Lang, Role } from '@wasl/contracts';

/** The caller as the database has it now: a signed-in person, or a key that acts as an organisation. */
export interface Actor {
  /** True for a key. A key sees what an agent of its organisation sees, but is no person. */
  readonly isKey: boolean;
  /** For a key: the id of the key, which no person has. */
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** Organisation of an agent; null for a beneficiary. */
  readonly partnerId: number | null;
  /** Whether the agent may edit the organisation and its agents; false for a beneficiary. */
  readonly isResponsible: boolean;
  /** Given name and surname, or the company name. */
  readonly name: string;
  readonly sessionId: string;
  /** Language of the person's mails. */
  readonly lang: Lang;
  /** Whether the person must enable the second factor before anything but their own account. */
  readonly isSetupDue: boolean;
}
