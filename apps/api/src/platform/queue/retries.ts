/** Seconds from a failed attempt to the next one, null after the last. @param attempts made so far, at least one */
export type Retries = (attempts: number) => number | null;

/** Delays that double from `first` up to `most` seconds. @param attempts maximum number of attempts */
export function doubling(first: number, most: number, attempts: number): Retries {
  return (made) => (made >= attempts ? null : Math.min(first * 2 ** (made - 1), most));
}

/** The given delays in seconds, each with up to 10 % jitter, so that rows that failed together retry apart. */
export function listed(pauses: readonly number[]): Retries {
  return (made) => {
    const pause = pauses[made - 1];
    return pause === undefined ? null : pause * (1 + Math.random() / 10);
  };
}
