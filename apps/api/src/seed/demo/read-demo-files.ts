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

function read<T>(folder: string, name: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(path.join(folder, 'demo', name), 'utf8'));
  } catch (error) {
    throw new SeedFault([
      `demo/${name}: ${error instanceof Error ? error.message : 'cannot be read'}`,
    ]);
  }
  const parsed = schema.safeParse(withoutSchema(value));
  if (parsed.success) return parsed.data;
  throw new SeedFault(parsed.error.issues.map((issue) => `demo/${name}: ${issueText(issue)}`));
}

/** Reads the demonstration data of a seed folder. @throws SeedFault */
export function readDemoFiles(folder: string): DemoFiles {
  return {
    people: read(folder, 'people.json', peopleFile),
    requests: read(folder, 'requests.json', requestsFile).items,
  };
}
