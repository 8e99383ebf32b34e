import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { whole } from '../http/paging.ts';
import { langQuery } from '../wire/values.ts';
import { worklistRow } from './worklist.ts';

/** Most files of each part in one answer. */
export const mostTodayFiles = 5;

const part = z.object({
  /** Counted up to 1,000; 1001 means more. */
  count: z.number(),
  /** The first files, longest waiting first. */
  files: z.array(worklistRow),
});

export const todayCalls = defineArea('processing', {
  getToday: {
    route: 'GET /journeyInstanceProcessingSteps/today',
    permission: 'worklist:read',
    summary:
      'What waits for the agent: unanswered messages, arrived documents, their late steps, and steps without an owner; each a filter of the worklist, with its first `files`',
    query: z.object({ files: whole(0, mostTodayFiles).default(0), lang: langQuery }),
    response: z.object({ answers: part, documents: part, late: part, unowned: part }),
  },
});
