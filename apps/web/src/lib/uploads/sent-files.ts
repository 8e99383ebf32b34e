export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

const callbacks = new WeakMap<File, () => void>();

/** Registers a callback for the success of this file's upload, for example to remove resume data. */
export function onFileSent(file: File, work: () => void): void {
  callbacks.set(file, work);
}

export function notifyFilesSent(files: Files): void {
  for (const value of Object.values(files)) {
    for (const file of value === undefined ? [] : value instanceof File ? [value] : value) {
      callbacks.get(file)?.();
      callbacks.delete(file);
    }
  }
}
