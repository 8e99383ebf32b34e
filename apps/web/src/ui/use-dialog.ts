import { useState } from 'react';

/** State of a dialog about a record. The record stays during the closing animation, so that the text does not vanish. */
export function useDialog<T>() {
  const [about, setAbout] = useState<T | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    about,
    isOpen,
    open: (what: T) => {
      setAbout(what);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
