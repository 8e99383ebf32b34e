import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { mutate } from 'swr';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

import { fetchSelect } from '../ui/form/late-select.tsx';

// A busy machine is no fault of the code: only what hangs is ended.
configure({ asyncUtilTimeout: 60_000 });

// What jsdom lacks and the component library asks for.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
window.ResizeObserver = class {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
};
// A device that keeps nothing in databases.
Object.assign(globalThis, {
  indexedDB: { open: () => Promise.reject(new Error('none')), deleteDatabase: () => undefined },
});
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// Lists are there as they are once a page is used.
await fetchSelect();

// The files of one process share the libraries (vitest.config.ts), and each leaves them as it found them; our own modules, which remember
// settings, clocks and answers, are read anew.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  if (i18next.isInitialized) await i18next.changeLanguage('fr');
  await mutate(() => true, undefined, { revalidate: false });
  vi.resetModules();
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
// The one of the environment, also where a test has put a clock of its own in its place.
const { setTimeout: later } = globalThis;
afterEach(async () => {
  cleanup();
  // What leaving the page put off (the history is set right) still finds its window.
  await new Promise((resolve) => later(resolve));
});
