import type { Lang, Role } from '@wasl/contracts';

/** The signed-in person behind a call, as the database knows them at this moment. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** The organisation of an agent; null for a beneficiary. */
  readonly partnerId: number | null;
  /** Given name and surname, or the company's name. */
  readonly name: string;
  readonly sessionId: string;
  /** The language their mails are written in. */
  readonly lang: Lang;
  /** Whether their second factor must be turned on before anything but their own account. */
  readonly isSetupDue: boolean;
}
