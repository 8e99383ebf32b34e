/** Storage of the browser. No method throws when the browser forbids storage or is full. */
export interface Store {
  readonly get: (key: string) => string | null;
  /** @returns whether the value outlives this page */
  readonly set: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
}

/** Wraps one storage area. When the browser refuses a write, the value lives as long as the page. */
function storeOver(area: () => Storage): Store {
  // Values that the browser refused to store; null for values that it refused to remove.
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

/** Shared by the tabs; survives closing the browser. */
export const deviceStore = storeOver(() => window.localStorage);

/** Lasts until this tab is closed. */
export const tabStore = storeOver(() => window.sessionStorage);
