import type { Scheme } from '@wasl/premium';

import { useReferenceChoices } from '../../../domain/reference/reference-choices.ts';

/** Help texts of the fields, in a reference list that administrators edit. */
export const useHintList = () => useReferenceChoices('AIDE_SIMULATEURS');

/** Help text of a field: of one simulator, or else of both; empty while the list is missing. */
export function useHint(scheme?: Scheme): (name: string) => string {
  const { choices } = useHintList();
  const of = (code: string) => choices?.find(({ value }) => value === code)?.label;
  return (name) => (scheme && of(`${scheme}.${name}`)) ?? of(name) ?? '';
}
