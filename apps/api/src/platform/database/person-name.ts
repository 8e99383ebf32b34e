/** What a person's name is made of, for the queries of every module that names one. */
export const personNameColumns = { nom: true, prenom: true, companyName: true } as const;

/** The same of `users as u`, in a statement that is built. */
export const personName = ['u.nom', 'u.prenom', 'u.company_name as companyName'] as const;

/** What is read of a person who is written to. */
export const mailedPersonColumns = {
  id: true,
  email: true,
  lang: true,
  ...personNameColumns,
} as const;

/** The same of `users as u`, in a statement that is built. */
export const mailedPerson = ['u.id', 'u.email', 'u.lang', ...personName] as const;

/** How a person is called: a company by its name, anybody else by given name and surname. */
export function displayName(person: {
  readonly nom: string;
  readonly prenom: string;
  readonly companyName: string | null;
}): string {
  return person.companyName ?? `${person.prenom} ${person.nom}`.trim();
}
