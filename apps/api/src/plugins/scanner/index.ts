import { Readable } from 'node:stream';

import { z } from 'zod';

import { fault, ok } from '../../platform/program/finding.ts';
import { definePlugin } from '../../platform/program/plugin.ts';
import { setting } from '../../platform/settings/env-schema.ts';
import { clamdScanner } from './clamd.ts';

/** ClamAV as the scanner of uploaded files. */
export const scanner = definePlugin(
  {
    SCANNER_URL: setting(
      z
        .url({
          protocol: /^clamd$/,
          error: 'must be the address of ClamAV such as clamd://clamav:3310',
        })
        .transform((value) => new URL(value)),
      'none',
      'ClamAV, `clamd://host:3310`; files can be opened after its scan',
    ),
  },
  ({ SCANNER_URL: url }) => {
    if (url === undefined) {
      const doubt =
        'SCANNER_URL is not set: what people hand in is kept and opened by others unscanned';
      return { doubts: ({ production }) => (production ? [doubt] : []) };
    }
    const clamd = clamdScanner(url);
    return {
      scanner: clamd,
      look: async () => {
        const virus = await clamd.scan(Readable.from([Buffer.from('wasl')]));
        return virus === null ? ok('it scans') : fault(`it finds ${virus} in four letters`);
      },
    };
  },
);
