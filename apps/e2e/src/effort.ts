import type { Page } from '@playwright/test';

export interface Effort {
  readonly presses: number;
  /** Typed characters, and keys such as Enter. */
  readonly keys: number;
  /**
   * Seconds of a person by the keystroke-level model (Card, Moran, Newell 1980): 1.35 s to decide, 1.1 s to point and
   * 0.2 s to press; 0.28 s for each key.
   */
  readonly seconds: number;
}

declare global {
  interface Window {
    countEffort: (presses: number, keys: number) => Promise<void>;
  }
}

/** Counts what a person does on the page, in all its documents from now on. */
export async function effortOn(page: Page): Promise<{ readonly take: () => Effort }> {
  let [presses, keys] = [0, 0];
  await page.exposeFunction('countEffort', (morePresses: number, moreKeys: number) => {
    presses += morePresses;
    keys += moreKeys;
  });
  const listen = () => {
    const lengths = new WeakMap<EventTarget, number>();
    const count = (morePresses: number, moreKeys: number) => {
      void window.countEffort(morePresses, moreKeys);
    };
    document.addEventListener('pointerdown', () => count(1, 0), true);
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key.length > 1) count(0, 1);
      },
      true,
    );
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
          lengths.set(target, target.value.length);
      },
      true,
    );
    document.addEventListener(
      'input',
      ({ target }) => {
        const isText =
          target instanceof HTMLTextAreaElement ||
          (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));
        if (!isText) return;
        count(0, Math.abs(target.value.length - (lengths.get(target) ?? 0)));
        lengths.set(target, target.value.length);
      },
      true,
    );
  };
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return {
    /** What was done since the last call. */
    take: () => {
      const effort = { presses, keys, seconds: Math.round(presses * 2.65 + keys * 0.28) };
      [presses, keys] = [0, 0];
      return effort;
    },
  };
}
