/** The seed files cannot be used; `faults` name the file, the member and what is wrong, in sentences. */
export class SeedFault extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The seed files have ${String(faults.length)} fault(s):\n- ${faults.join('\n- ')}`);
    this.name = 'SeedFault';
    this.faults = faults;
  }
}
