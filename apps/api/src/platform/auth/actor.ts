import type { Lang, Role } from '@wasl/contracts';

/** The signed-in person behind a call, as the database knows them at this moment; or a key that acts as an organisation. */
export interface Actor {
  /** Whether it is a key of the organisation: it is an agent of it in what it may see, and no person. */
  readonly isKey: boolean;
  /** Of a key its own id, which no person has. */
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  /** The organisation of an agent; null for a beneficiary. */
  readonly partnerId: number | null;
  /** Whether they decide who else is an agent of it and what it says of itself; false for a beneficiary. */
  readonly isResponsible: boolean;
  /** Given name and surname, or the company's name. */
  readonly name: string;
  readonly sessionId: string;
  /** The language their mails are written in. */
  readonly lang: Lang;
  /** Whether their second factor must be turned on before anything but their own account. */
  readonly isSetupDue: boolean;
}
