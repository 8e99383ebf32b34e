import fs from 'node:fs';
import path from 'node:path';

import { repositoryRoot } from './paths.ts';
import { UserError } from './user-error.ts';
import { packageCommand, runNode } from './run.ts';
import type { StopSignal } from './stop-signal.ts';

interface Place {
  line: number;
  column: number;
}
interface Mutant {
  status: string;
  static?: boolean;
  mutatorName: string;
  replacement?: string;
  location: { start: Place; end: Place };
}
/** The used part of Stryker's report. */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

/** Offset in a text of a 1-based place of the report. */
function offsetOf(text: string, { line, column }: Place): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/**
 * Retries surviving mutants in code that runs once on import, by writing them into the files. Stryker activates a mutant
 * after the import, and a test file that fails to load with it does not count as failed. Detected mutants become killed in
 * the report.
 * @param folder of the package
 * @param name of the part
 * @throws UserError when the tests fail without a mutant
 */
export async function tryReadOnce(folder: string, name: string, stop: StopSignal): Promise<void> {
  const isNoticed = async (): Promise<boolean> => {
    const { code } = await runNode(
      packageCommand('.', 'vitest', 'vitest'),
      [
        ...['run', '--bail=1', '--config'],
        path.join(repositoryRoot, 'packages/tooling/mutation/vitest.config.mjs'),
      ],
      { cwd: folder, env: { MUTATION_PART: name }, stop },
    );
    return code !== 0;
  };
  const file = path.join(folder, '.cache/mutation.json');
  const report = JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
  // Otherwise every mutant would look detected.
  if (await isNoticed()) throw new UserError(`The tests of ${name} fail with nothing broken.`);
  for (const [source, { mutants }] of Object.entries(report.files)) {
    const broken = path.join(folder, source);
    const text = fs.readFileSync(broken, 'utf8');
    for (const mutant of mutants) {
      const { replacement, location } = mutant;
      const isTried = mutant.static === true && mutant.status === 'Survived';
      if (!isTried || replacement === undefined) continue;
      try {
        fs.writeFileSync(
          broken,
          text.slice(0, offsetOf(text, location.start)) +
            replacement +
            text.slice(offsetOf(text, location.end)),
        );
        if (await isNoticed()) mutant.status = 'Killed';
      } finally {
        fs.writeFileSync(broken, text);
      }
      const outcome = mutant.status === 'Killed' ? 'noticed' : 'NOT NOTICED';
      const place = `${source}:${String(location.start.line)}:${String(location.start.column)}`;
      process.stdout.write(`${place} ${mutant.mutatorName} ${outcome}: ${replacement}\n`);
      fs.writeFileSync(file, JSON.stringify(report));
    }
  }
}
