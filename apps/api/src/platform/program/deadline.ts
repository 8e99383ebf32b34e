export class DeadlineError extends Error {
  constructor() {
    super('No answer in time');
    this.name = 'DeadlineError';
  }
}

/** The promise's outcome, or a DeadlineError after `ms`. The work itself continues, so use it only for reads. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineError()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
