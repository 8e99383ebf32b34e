import { useEffect, useState } from 'react';

/** The first key that was pressed on the page outside of a field; null before. Shortcuts load with it. */
export function useFirstKey(): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (key !== null) return undefined;
    const onKey = ({ key: pressed, target }: KeyboardEvent) => {
      const isTyped = target instanceof Element && target.matches('input, textarea, select');
      if (pressed.length === 1 && !isTyped) setKey(pressed);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key]);
  return key;
}
