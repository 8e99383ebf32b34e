import { useState } from 'react';

/** A dialog about something. What it is about stays while it closes, so that its words do not vanish before it does. */
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
