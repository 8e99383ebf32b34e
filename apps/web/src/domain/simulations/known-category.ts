import type { UserView } from '@wasl/contracts';
import type { CompanyCategory } from '@wasl/premium';

/** Profiles of the sign-up that determine the category of the company. */
const categories: Readonly<Record<string, CompanyCategory>> = {
  AUTO_ENTREPRENEUR: 'AUTO_ENTREPRENEUR',
  COOPERANT: 'COOPERATIVE',
};

/** Category of NORDEV's form that the account's data determine; null when they leave it open. */
export function categoryOf(
  user: Pick<UserView, 'profil' | 'qualification'> | undefined,
): CompanyCategory | null {
  if (user?.qualification?.typeBenef === 'Auto Entrepreneur') return 'AUTO_ENTREPRENEUR';
  return categories[user?.profil?.code ?? ''] ?? null;
}
