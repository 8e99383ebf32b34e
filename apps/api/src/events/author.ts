export interface Author {
  /** Null for the system and for an administrator's script. */
  readonly userId: string | null;
  readonly role: string;
}

/** The author of administrators' scripts. */
export const administrator: Author = { userId: null, role: 'ADMINISTRATEUR' };

/** The author of automatic changes. */
export const system: Author = { userId: null, role: 'SYSTEME' };
