import { useEffect, useId, useRef } from 'react';

/**
 * Dialogs over a page have history entries, so that Back closes the uppermost dialog and stays on the page. Each open
 * layer has an entry with the page's address. `layers` in its state lists the open layers from the bottom.
 */
interface LayerState {
  readonly layers?: readonly string[];
}

/** Open layers from the bottom, and the Back handler of each. */
const open = new Map<string, () => void>();
const waiting: (() => void)[] = [];
let isNavigating = false;
let isScheduled = false;
let isListening = false;

function historyState(): LayerState {
  return (window.history.state as LayerState | null) ?? {};
}

const historyLayers = (): readonly string[] => historyState().layers ?? [];

/**
 * Synchronises the history with the open layers: goes back over entries of closed layers and adds entries for open
 * ones.
 */
function syncHistory(): void {
  isScheduled = false;
  if (isNavigating) return;
  const there = historyLayers();
  const wanted = [...open.keys()];
  let same = 0;
  while (same < there.length && there[same] === wanted[same]) same += 1;
  // One layer closed and another opened in its place: the new layer takes over the entry.
  if (there.length > same && wanted.length > same) {
    const layers = [...there.slice(0, same), ...wanted.slice(same, same + 1)];
    window.history.replaceState({ ...historyState(), layers }, '');
    same += 1;
  } else if (there.length > same) {
    isNavigating = true;
    window.history.go(same - there.length);
    return;
  }
  for (let end = same + 1; end <= wanted.length; end += 1)
    window.history.pushState({ ...historyState(), layers: wanted.slice(0, end) }, '');
  for (const work of waiting.splice(0)) work();
}

/** Deferred until React has reported all layers that open and close. */
function scheduleSync(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(syncHistory);
}

function onPop(): void {
  if (isNavigating) {
    isNavigating = false;
  } else {
    const there = historyLayers();
    for (const [id, back] of [...open].reverse()) if (!there.includes(id)) back();
  }
  scheduleSync();
}

function listen(): void {
  if (!isListening) window.addEventListener('popstate', onPop);
  isListening = true;
}

/**
 * Goes back over entries of dialogs that were open before a reload; otherwise the first Back would have no visible
 * effect. A dialog that its address opens again takes over such an entry.
 */
export function closeLayersOfEarlierLoad(): void {
  if (historyLayers().length === 0) return;
  listen();
  scheduleSync();
}

/** Registers a layer over the page: while it is open, Back calls `onBack` instead of leaving the page. */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  // The time of the page load keeps names different from those of earlier loads.
  const name = `${String(performance.timeOrigin)}${useId()}`;
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    listen();
    open.set(name, () => back.current());
    scheduleSync();
    return () => {
      open.delete(name);
      scheduleSync();
    };
  }, [isOpen, name]);
}

/** Runs `work` on the page's own history entry, after the entries of closed layers are gone. */
export function withoutLayers(work: () => void): void {
  if (historyLayers().length === 0 && !isNavigating) {
    work();
    return;
  }
  waiting.push(work);
  scheduleSync();
}
