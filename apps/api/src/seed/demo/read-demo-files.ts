import fs from 'node:fs';
import path from 'node:path';

import type { z } from 'zod';

import { issueText } from '../../platform/settings/issue-text.ts';
import { SeedFault } from '../seed-fault.ts';
import { withoutSchema } from '../seed-text.ts';
import { peopleFile, requestsFile, type DemoRequest } from './demo-files.schema.ts';

export interface DemoFiles {
  readonly people: z.infer<typeof peopleFile>;
  readonly requests: readonly DemoRequest[];
}

function read<T>(
  folder: string,
  name: string,
  schema: z.ZodType<T>,
  faults: string[],
): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(path.join(folder, 'demo', name), 'utf8'));
  } catch (error) {
    faults.push(`demo/${name}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
  const parsed = schema.safeParse(withoutSchema(value));
  if (parsed.success) return parsed.data;
  faults.push(...parsed.error.issues.map((issue) => `demo/${name}: ${issueText(issue)}`));
  return undefined;
}

/** Reads the demonstration data of a seed folder. @throws SeedFault with every fault of both files */
export function readDemoFiles(folder: string): DemoFiles {
  const faults: string[] = [];
  const people = read(folder, 'people.json', peopleFile, faults);
  const requests = read(folder, 'requests.json', requestsFile, faults);
  if (people === undefined || requests === undefined) throw new SeedFault(faults);
  return { people, requests: requests.items };
}
