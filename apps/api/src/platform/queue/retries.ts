/** Seconds from a failed attempt to the next one, null after the last. @param attempts made so far, at least one */
export type Retries = (attempts: number) => number | null;

/** Pauses that double from `first` up to `most` seconds. @param attempts how many attempts are made */
export function doubling(first: number, most: number, attempts: number): Retries {
  return (made) => (made >= attempts ? null : Math.min(first * 2 ** (made - 1), most));
}

/** The given pauses in seconds, each lengthened by up to a tenth, so that rows that failed together do not come back together. */
export function listed(pauses: readonly number[]): Retries {
  return (made) => {
    const pause = pauses[made - 1];
    return pause === undefined ? null : pause * (1 + Math.random() / 10);
  };
}
