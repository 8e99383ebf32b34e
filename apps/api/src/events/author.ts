/** Who writes the history. */
export interface Author {
  /** Null for the system and for an administrator's script. */
  readonly userId: string | null;
  readonly role: string;
}

/** The author of what an administrator's script does. */
export const administrator: Author = { userId: null, role: 'ADMINISTRATEUR' };

/** The author of what the product does by itself. */
export const system: Author = { userId: null, role: 'SYSTEME' };
