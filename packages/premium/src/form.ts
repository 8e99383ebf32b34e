import { readCentimes, readHundredths, readJobs } from './amount.ts';
import type { Amount } from './amount.ts';

/** A code of a reference list, bare or as the object {code, libelle} of the lists. */
export type CodeRef = string | { code: string; libelle?: string | undefined } | null | undefined;

export type YesNo = boolean | null | undefined;

export const ISSUE_CODES = [
  'REQUIRED',
  'NOT_A_NUMBER',
  'NEGATIVE',
  'TOO_LARGE',
  'TOO_PRECISE',
  'NOT_WHOLE',
  'NOT_POSITIVE',
  'ABOVE_100',
  'ABOVE_TOTAL',
  'UNKNOWN_CODE',
  'LAND_TYPE_NOT_SELECTED',
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

/** An issue of one field. `path` is the wire name, dotted; `code` is a key for a message. */
export type Issue = { path: string; code: IssueCode };

/** Reads the fields of a form. An invalid field adds an issue and reads as an empty value. */
export type FieldReader = {
  issues: Issue[];
  refuse: (path: string, code: IssueCode) => void;
  amount: (path: string, value: Amount) => bigint;
  hundredths: (path: string, value: Amount) => number;
  jobs: (path: string, value: Amount) => bigint;
  yesNo: (path: string, value: YesNo) => boolean;
  /** The code when it is known, else ''. */
  code: (path: string, value: CodeRef, isKnown: (code: string) => boolean) => string;
};

export function codeOf(value: CodeRef): string {
  return typeof value === 'object' && value !== null ? value.code : (value ?? '');
}

export function createFieldReader(): FieldReader {
  const issues: Issue[] = [];
  const refuse = (path: string, code: IssueCode): void => {
    issues.push({ path, code });
  };
  const refused = <N>(path: string, code: IssueCode, nothing: N): N => {
    refuse(path, code);
    return nothing;
  };
  return {
    issues,
    refuse,
    amount: (path, value) => {
      const centimes = readCentimes(value);
      return typeof centimes === 'string' ? refused(path, centimes, 0n) : centimes;
    },
    hundredths: (path, value) => {
      const hundredths = readHundredths(value);
      return typeof hundredths === 'string' ? refused(path, hundredths, 0) : hundredths;
    },
    jobs: (path, value) => {
      const jobs = readJobs(value);
      return typeof jobs === 'string' ? refused(path, jobs, 0n) : jobs;
    },
    yesNo: (path, value) => (typeof value === 'boolean' ? value : refused(path, 'REQUIRED', false)),
    code: (path, value, isKnown) => {
      const code = codeOf(value);
      if (code === '') return refused(path, 'REQUIRED', '');
      return isKnown(code) ? code : refused(path, 'UNKNOWN_CODE', '');
    },
  };
}
