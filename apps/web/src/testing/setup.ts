import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { mutate } from 'swr';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

import { loadSelect } from '../ui/form/lazy-select.tsx';

// Long limits: only a hanging test ends, not one on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// APIs that jsdom lacks and the component library needs.
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
// IndexedDB that refuses to store, as on a blocked device.
Object.assign(globalThis, {
  indexedDB: { open: () => Promise.reject(new Error('none')), deleteDatabase: () => undefined },
});
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;

// Loads the select before the tests, as after the first interaction with a page.
await loadSelect();

// The files of one process share the libraries (vitest.config.ts), so each file restores them. The portal's own
// modules, which store settings, clocks and answers, are loaded again.
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
// The real timer, also while a test uses fake timers.
const { setTimeout: later } = globalThis;
afterEach(async () => {
  cleanup();
  // Deferred work after unmounting (restoring the history) still needs the window.
  await new Promise((resolve) => later(resolve));
});
