// TypeScript has no type of it: only Chromium has the interface.
type PasswordCredentials = Partial<
  Record<'PasswordCredential', new (data: { id: string; password: string }) => Credential>
>;

/**
 * Lets the browser offer to store a new password. The fields of the first step are gone at the submit, so the browser
 * does not offer it by itself.
 */
export function offerPassword(email: string, password: string): void {
  const { PasswordCredential: Stored } = window as unknown as PasswordCredentials;
  if (Stored === undefined) return;
  // A refusal has no consequence: the person types the password.
  navigator.credentials.store(new Stored({ id: email, password })).catch(() => undefined);
}
