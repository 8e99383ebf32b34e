import { tabStore } from '../drafts/device-store.ts';
import { waitBeforeRetry } from './wait-before-retry.ts';
import { MissingFile, noteChosenFiles, offerNewVersion, currentBuildId } from './new-version.ts';

const retryPauseMs = 5000;

/** Files that this page has or fetches: those in its head, and those requested later. */
const requestedFiles = new Map<string, Promise<void>>();
for (const { href } of document.querySelectorAll<HTMLLinkElement>(
  'link[rel=modulepreload], link[rel=stylesheet]',
))
  requestedFiles.set(href, Promise.resolve());

async function fetchFile(href: string): Promise<void> {
  const answer = await fetch(href);
  if (answer.status === 404) {
    offerNewVersion();
    throw new MissingFile(href);
  }
  if (!answer.ok) throw new TypeError(`${href} answered ${String(answer.status)}`);
  await answer.arrayBuffer();
}

function fetchSheet(href: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      // The `error` event has no reason; a request of the same file shows it.
      fetchFile(href).then(() => fail(new TypeError(`${href} was lost`)), fail);
    };
    document.head.append(link);
  });
}

function loadOnce(href: string): Promise<void> {
  const pending = requestedFiles.get(href);
  if (pending !== undefined) return pending;
  const work = (href.endsWith('.css') ? fetchSheet : fetchFile)(href);
  requestedFiles.set(href, work);
  work.catch(() => requestedFiles.delete(href));
  return work;
}

/**
 * Runs an `import()` once all its files are in the browser's cache. Browsers remember a failed import until the page is
 * reloaded, so an import must never fail. Replaces Vite's own function (build/replace-preload.ts).
 * @param files files that the import needs, as paths below the root; the imported file itself may be missing
 * @throws MissingFile when the server no longer has one of them
 */
export async function preload<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  const own = /import\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1];
  const all = files.map((file) => new URL(`/${file}`, window.location.href).href);
  if (own !== undefined) all.push(new URL(own, import.meta.url).href);
  await Promise.all([...new Set(all)].map(loadOnce));
  return load();
}

/** Path where the person last entered or pressed something that a reload could lose. */
let editedPath: string | undefined;
for (const kind of ['input', 'change', 'drop', 'click'])
  window.addEventListener(
    kind,
    ({ target }) => {
      const inForm = 'form, [role=dialog], [role=option]';
      const isFile = target instanceof HTMLInputElement && target.type === 'file';
      if (kind === 'drop' || (kind === 'change' && isFile)) noteChosenFiles();
      const isPress = kind === 'click' && target instanceof Element;
      if (!isPress || target.closest(inForm) !== null) editedPath = window.location.pathname;
    },
    true,
  );

const reloadedBuildsKey = 'reloadedFrom';

/**
 * Reloads the page after the server dropped a file of this build. It reloads once per build, and only when no input
 * would be lost. The new version is offered in any case.
 * @returns whether the page reloads
 */
export function reloadForNewBuild(): boolean {
  const build = currentBuildId() ?? '';
  const before = tabStore.get(reloadedBuildsKey)?.split(' ') ?? [];
  const isReloading =
    editedPath !== window.location.pathname &&
    !before.includes(build) &&
    // A browser without storage would reload endlessly.
    tabStore.set(reloadedBuildsKey, [...before.slice(-9), build].join(' '));
  if (isReloading) window.location.reload();
  return isReloading;
}

/** Runs `load` and retries while the connection is lost. When a file is gone it leaves the page and never resolves. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof MissingFile) {
        reloadForNewBuild();
        return await new Promise<never>(() => undefined);
      }
      // Browsers report a file that failed to load as a TypeError.
      if (!(error instanceof TypeError)) throw error;
      await waitBeforeRetry(retryPauseMs, undefined);
    }
  }
}
