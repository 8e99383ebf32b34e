import { useEffect } from 'react';

import { areKeysOn, keyActionOf, type KeyActions } from './key-actions.ts';

/** Does the actions of the keys while the component is on the page, unless the person turned shortcuts off. */
export function useKeys(actions: KeyActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = keyActionOf(event);
      const act = action === undefined ? null : (actions[action] ?? null);
      if (act === null || !areKeysOn()) return;
      event.preventDefault();
      void act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
