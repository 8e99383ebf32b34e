import path from 'node:path';

import { exportReference, findSeedFolder, readSeedFiles } from '../seed/index.ts';
import { Refusal, required, type AdminCommand } from './command.ts';

const exportFiles: AdminCommand = {
  name: 'export-reference',
  usage: ['--output <new folder>', '[--dir <folder>]'],
  summary:
    'write the reference data as seed files, with the changes of administrators and agents; seed --dir <folder> seeds from them',
  async run({ deps, print, options }) {
    const folder = path.resolve(required(options, 'output'));
    const files = readSeedFiles(findSeedFolder(options.dir));
    try {
      const count = await exportReference(deps.db, files, folder);
      print(`${String(count)} files are in ${folder}.`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new Refusal(`${folder} is there already: name a new folder.`);
    }
  },
};

export const referenceCommands = [exportFiles];
