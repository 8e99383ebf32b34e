/** Storage of the browser. No method throws when the browser forbids storage or is full. */
export interface Store {
  readonly get: (key: string) => string | null;
  /** @returns whether the value outlives this page */
  readonly set: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  readonly keys: () => readonly string[];
}

/** Wraps one storage area. When the browser refuses a write, the value lives as long as the page. */
function createStore(area: () => Storage): Store {
  // Values that the browser refused to store; null for values that it refused to remove.
  const fallback = new Map<string, string | null>();
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => {
      const fallbackValue = fallback.get(key);
      return fallbackValue === undefined ? attempt(() => area().getItem(key), null) : fallbackValue;
    },
    set: (key, value) => {
      const isStored = attempt(() => {
        area().setItem(key, value);
        return true;
      }, false);
      if (isStored) fallback.delete(key);
      else fallback.set(key, value);
      return isStored;
    },
    remove: (key) => {
      const isRemoved = attempt(() => {
        area().removeItem(key);
        return true;
      }, false);
      if (isRemoved) fallback.delete(key);
      else fallback.set(key, null);
    },
    keys: () =>
      [...new Set([...fallback.keys(), ...attempt(() => Object.keys(area()), [])])].filter(
        (key) => fallback.get(key) !== null,
      ),
  };
}

/** Shared by the tabs; survives closing the browser. */
export const deviceStore = createStore(() => window.localStorage);

/** Lasts until this tab is closed. */
export const tabStore = createStore(() => window.sessionStorage);
