// Entry of a thread without a build: runs the program's TypeScript. Node 20 applies no loader to a thread's entry.
import { tsImport } from 'tsx/esm/api';

const programs = new Map();

export default async function run({ source, job }) {
  const program = programs.get(source) ?? tsImport(source, import.meta.url);
  programs.set(source, program);
  return await (await program).default(job);
}
