export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

const works = new WeakMap<File, () => void>();

/** Registers a callback for the success of this file's upload, for example to remove resume data. */
export function onceSent(file: File, work: () => void): void {
  works.set(file, work);
}

export function filesSent(files: Files): void {
  for (const value of Object.values(files)) {
    for (const file of value === undefined ? [] : value instanceof File ? [value] : value) {
      works.get(file)?.();
      works.delete(file);
    }
  }
}
