import { tabStore } from '../drafts/device-store.ts';
import { lineOrPause } from './line-or-pause.ts';
import { MissingFile, noteFiles, offerNewVersion, ownBuild } from './new-version.ts';

/** How long after a failure a file is asked for again. */
const pauseMs = 5000;

/** What this page has or fetches: files of its head, and those that were asked for later. */
const coming = new Map<string, Promise<void>>();
for (const { href } of document.querySelectorAll<HTMLLinkElement>(
  'link[rel=modulepreload], link[rel=stylesheet]',
))
  coming.set(href, Promise.resolve());

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
      // The `error` event carries no reason; a request of the same file shows it.
      fetchFile(href).then(() => fail(new TypeError(`${href} was lost`)), fail);
    };
    document.head.append(link);
  });
}

function arrived(href: string): Promise<void> {
  const begun = coming.get(href);
  if (begun !== undefined) return begun;
  const work = (href.endsWith('.css') ? fetchSheet : fetchFile)(href);
  coming.set(href, work);
  work.catch(() => coming.delete(href));
  return work;
}

/**
 * Runs an `import()` once all its files are in the browser's cache. A browser remembers an import that failed until the page is
 * reloaded; so it sees none. Replaces Vite's own function (build/late-imports.ts).
 * @param files those that the imported one needs, as paths below the root; its own name may be missing
 * @throws MissingFile when the server has one of them no more
 */
export async function preload<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
): Promise<T> {
  const own = /import\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1];
  const all = files.map((file) => new URL(`/${file}`, window.location.href).href);
  if (own !== undefined) all.push(new URL(own, import.meta.url).href);
  await Promise.all([...new Set(all)].map(arrived));
  return load();
}

/** Where the person has last typed, chosen or pressed something that a reload could lose. */
let touchedAt: string | undefined;
for (const kind of ['input', 'change', 'drop', 'click'])
  window.addEventListener(
    kind,
    ({ target }) => {
      const inForm = 'form, [role=dialog], [role=option]';
      const isFile = target instanceof HTMLInputElement && target.type === 'file';
      if (kind === 'drop' || (kind === 'change' && isFile)) noteFiles();
      const isPress = kind === 'click' && target instanceof Element;
      if (!isPress || target.closest(inForm) !== null) touchedAt = window.location.pathname;
    },
    true,
  );

const reloadedFrom = 'reloadedFrom';

/**
 * Leaves a build of which the server has a file no more: the page is reloaded at its address, once from each build and
 * only where nothing typed or chosen would go. The new version is offered in any case.
 * @returns whether it is being reloaded
 */
export function leaveOldBuild(): boolean {
  const build = ownBuild() ?? '';
  const before = tabStore.get(reloadedFrom)?.split(' ') ?? [];
  const isReloading =
    touchedAt !== window.location.pathname &&
    !before.includes(build) &&
    // A browser that keeps nothing could go round for ever.
    tabStore.set(reloadedFrom, [...before.slice(-9), build].join(' '));
  if (isReloading) window.location.reload();
  return isReloading;
}

/** Answers what `load` does as soon as there is a line for it; where a file is gone the page is left, and nothing answers. */
export async function whenThere<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof MissingFile) {
        leaveOldBuild();
        return await new Promise<never>(() => undefined);
      }
      // Browsers report a file that failed to load as a TypeError.
      if (!(error instanceof TypeError)) throw error;
      await lineOrPause(pauseMs, undefined);
    }
  }
}
