/**
 * Reads the command line that Prisma's CLI gives its engine:
 * `--datamodels <file>` (once for each schema file), `--datasource <JSON>`, `cli <command>`.
 * Other options come with a value and are of no use here.
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
