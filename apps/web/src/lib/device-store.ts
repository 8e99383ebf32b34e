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
  const own = new Map<string, string>();
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => own.get(key) ?? attempt(() => area().getItem(key), null),
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
      own.delete(key);
      attempt(() => area().removeItem(key), undefined);
    },
    keys: () => [...new Set([...own.keys(), ...attempt(() => Object.keys(area()), [])])],
  };
}

/** Kept until removed, shared by the tabs. */
export const deviceStore = storeOver(() => window.localStorage);

/** Kept until this tab is closed. */
export const tabStore = storeOver(() => window.sessionStorage);
