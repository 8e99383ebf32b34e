/** Columns of a person's name, for every module. */
export const personNameColumns = { nom: true, prenom: true, companyName: true } as const;

/** The same columns of `users as u`, for a query builder. */
export const personName = ['u.nom', 'u.prenom', 'u.company_name as companyName'] as const;

export const mailedPersonColumns = {
  id: true,
  email: true,
  lang: true,
  ...personNameColumns,
} as const;

/** The same columns of `users as u`, for a query builder. */
export const mailedPerson = ['u.id', 'u.email', 'u.lang', ...personName] as const;

/** Display name: the company name, or given name and surname. */
export function displayName(person: {
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
}): string {
  return person.companyName ?? `${person.prenom} ${person.nom}`.trim();
}
