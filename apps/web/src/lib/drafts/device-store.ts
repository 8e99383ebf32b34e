/** What a page may keep on the device. Nothing here throws: a browser may forbid it, or be full. */
export interface Store {
  readonly get: (key: string) => string | null;
  /** Whether it was kept beyond this page. */
  readonly set: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
}

/** A store over one of the browser's; where that refuses, values live as long as the page. */
function storeOver(area: () => Storage): Store {
  // What the browser did not store; null for what it did not remove.
  const own = new Map<string, string | null>();
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => {
      const mine = own.get(key);
      return mine === undefined ? attempt(() => area().getItem(key), null) : mine;
    },
    set: (key, value) => {
      const isKept = attempt(() => {
        area().setItem(key, value);
        return true;
      }, false);
      if (isKept) own.delete(key);
      else own.set(key, value);
      return isKept;
    },
    remove: (key) => {
      const isRemoved = attempt(() => {
        area().removeItem(key);
        return true;
      }, false);
      if (isRemoved) own.delete(key);
      else own.set(key, null);
    },
    keys: () =>
      [...new Set([...own.keys(), ...attempt(() => Object.keys(area()), [])])].filter(
        (key) => own.get(key) !== null,
      ),
  };
}

/** Kept until removed, shared by the tabs. */
export const deviceStore = storeOver(() => window.localStorage);

/** Kept until this tab is closed. */
export const tabStore = storeOver(() => window.sessionStorage);
