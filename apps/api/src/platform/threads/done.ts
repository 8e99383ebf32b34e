/** What the program of a thread answers: the bytes that it made, or what went wrong in its own code. */
export type Done = { readonly bytes: Uint8Array } | { readonly fault: Error };

/** Runs the job of a program. What its code throws is answered; what ends the thread cannot be. */
export async function done(work: () => Promise<Uint8Array>): Promise<Done> {
  try {
    return { bytes: await work() };
  } catch (error) {
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }
}
