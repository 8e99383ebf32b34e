/** Result of a thread's program: its bytes, or the error of its own code. */
export type Done = { readonly bytes: Uint8Array } | { readonly fault: Error };

/** Runs the job of a program. An exception is returned; a crash of the thread cannot be. */
export async function done(work: () => Promise<Uint8Array>): Promise<Done> {
  try {
    return { bytes: await work() };
  } catch (error) {
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }
}
