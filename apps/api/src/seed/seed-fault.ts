/** The seed files are invalid; `faults` are sentences with file, member and issue. */
export class SeedFault extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The seed files have ${String(faults.length)} fault(s):\n- ${faults.join('\n- ')}`);
    this.name = 'SeedFault';
    this.faults = faults;
  }
}
