import { z } from 'zod';

import { defineArea } from '../http/area.ts';
import { v } from '../wire/text.ts';

/**
 * Scan result of a file: clean, not scanned yet, infected, or clean with scripts or attachments (CAUTION). The first and
 * the last are served.
 */
export const fileStates = ['CLEAN', 'PENDING', 'INFECTED', 'CAUTION'] as const;
export const fileState = z.enum(fileStates);
export type FileState = z.infer<typeof fileState>;

/** An opaque name from an answer, never a path. */
export const fileName = z
  .string({ error: v('invalid') })
  .regex(/^[A-Za-z0-9_-]{16,80}$/, v('invalid'));

const params = z.object({ name: fileName });
const response = {
  status: 200,
  contentTypes: [
    'application/pdf',
    'image/png',
    'image/jpeg',
    'image/gif',
    'video/mp4',
    'application/octet-stream',
  ],
} as const;

export const downloadsCalls = defineArea('files', {
  downloadFileStep: {
    route: 'GET /downloadFileStep/:name',
    permission: 'file:read',
    keyScope: 'documents:read',
    summary: 'A document of a processing step, as an attachment',
    params,
    response,
    errors: ['FILE_BEING_CHECKED', 'FILE_INFECTED'],
  },
  downloadFileRequest: {
    route: 'GET /downloadFileRequest/:name',
    permission: 'file:read',
    keyScope: 'documents:read',
    summary: 'A document of a request, as an attachment',
    params,
    response,
    errors: ['FILE_BEING_CHECKED', 'FILE_INFECTED'],
  },
  downloadFileMessage: {
    route: 'GET /downloadFileMessage/:name',
    permission: 'file:read',
    summary: 'A file that came with a message, to the two sides of its conversation',
    params,
    response,
    errors: ['FILE_BEING_CHECKED', 'FILE_INFECTED'],
  },
});
