/** Files of a multipart call, by the name of their field. */
export type Files = Readonly<Record<string, File | readonly File[] | undefined>>;

/** What is to be done once a file has arrived, by the file. */
const works = new WeakMap<File, () => void>();

/** Does something once the server has taken this very file, whoever sends it: what was kept to send it again can go. */
export function onceSent(file: File, work: () => void): void {
  works.set(file, work);
}

/** Called by the client after a call that took these files. */
export function filesSent(files: Files): void {
  for (const value of Object.values(files)) {
    for (const file of value === undefined ? [] : value instanceof File ? [value] : value) {
      works.get(file)?.();
      works.delete(file);
    }
  }
}
