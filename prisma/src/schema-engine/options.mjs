/**
 * Parses the command line that Prisma's CLI passes to its engine: `--datamodels <file>` (once for each schema file),
 * `--datasource <JSON>`, `cli <command>`. Other options have a value and are ignored.
 */
export function readOptions(argv) {
  const options = {
    isVersionAsked: argv[0] === '--version',
    datamodels: [],
    url: undefined,
    adminCommand: undefined,
  };
  for (let index = 0; index < argv.length; index += 1) {
    const name = argv[index];
    if (name !== 'cli' && !name.startsWith('--')) continue;
    index += 1;
    const value = argv[index];
    if (name === '--datamodels') options.datamodels.push(value);
    else if (name === '--datasource') options.url = JSON.parse(value).url;
    else if (name === 'cli') options.adminCommand = value;
  }
  return options;
}
