import { type ComponentProps, Suspense, useEffect, useState } from 'react';

import { lazyWithRetry } from '../../../../ui/lazy-with-retry.tsx';
import type WorklistKeys from './worklist-keys.tsx';

const LazyKeys = lazyWithRetry(() => import('./worklist-keys.tsx'));

/** The first key that was pressed on the page outside of a field; null before. */
function useFirstKey(): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    if (key !== null) return undefined;
    const onKey = ({ key: pressed, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // Repeating Control and A as A alone would open the messages.
      if (ctrlKey || metaKey || altKey) return;
      const isTyped = target instanceof Element && target.matches('input, textarea, select');
      if (pressed.length === 1 && !isTyped) setKey(pressed);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key]);
  return key;
}

/** The shortcuts of the list; they load with the first key or with their help. */
export function KeysOnUse(props: Omit<ComponentProps<typeof WorklistKeys>, 'firstKey'>) {
  const firstKey = useFirstKey();
  return firstKey === null && !props.help.isOpen ? null : (
    <Suspense fallback={null}>
      <LazyKeys firstKey={firstKey} {...props} />
    </Suspense>
  );
}
