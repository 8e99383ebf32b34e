import { useState } from 'react';

/**
 * A value of the address that a person edits and then sends. The draft follows the address (Back, "show all") but not
 * the changes that this draft sent: these arrive late on a slow device, when the person may have typed on.
 * @param value the value in the address now
 */
export function useAddressDraft<T>(value: T): {
  readonly draft: T;
  readonly edit: (draft: T) => void;
  /** Call with the value that the caller writes to the address. */
  readonly sent: (value: T) => void;
} {
  const key = JSON.stringify(value);
  const [draft, setDraft] = useState(value);
  const [seen, setSeen] = useState(key);
  const [own, setOwn] = useState<readonly string[]>([]);
  if (seen !== key) {
    const at = own.indexOf(key);
    setSeen(key);
    setOwn(at < 0 ? [] : own.slice(at + 1));
    if (at < 0) setDraft(value);
  }
  return {
    draft,
    edit: setDraft,
    sent: (next) => {
      setDraft(next);
      if (JSON.stringify(next) !== key) setOwn((before) => [...before, JSON.stringify(next)]);
    },
  };
}
