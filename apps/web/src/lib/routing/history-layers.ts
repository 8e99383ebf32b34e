import { useEffect, useId, useRef } from 'react';

/**
 * What lies over a page (dialogs) is in the history: Back closes the uppermost and stays on the page. Each open layer
 * has an entry with the page's own address; `layers` in its state names those open there, from below.
 */
interface LayerState {
  readonly layers?: readonly string[];
}

/** The layers open now, from below, and what Back does to each. */
const open = new Map<string, () => void>();
const waiting: (() => void)[] = [];
let isTravelling = false;
let isScheduled = false;
let isListening = false;

function stateNow(): LayerState {
  return (window.history.state as LayerState | null) ?? {};
}

const layersNow = (): readonly string[] => stateNow().layers ?? [];

/** Makes the history say what is open: entries of closed layers are gone back over, open ones get theirs. */
function settle(): void {
  isScheduled = false;
  if (isTravelling) return;
  const there = layersNow();
  const wanted = [...open.keys()];
  let same = 0;
  while (same < there.length && there[same] === wanted[same]) same += 1;
  // One closed and another opened in its place: the entry is handed on.
  if (there.length > same && wanted.length > same) {
    const layers = [...there.slice(0, same), ...wanted.slice(same, same + 1)];
    window.history.replaceState({ ...stateNow(), layers }, '');
    same += 1;
  } else if (there.length > same) {
    isTravelling = true;
    window.history.go(same - there.length);
    return;
  }
  for (let end = same + 1; end <= wanted.length; end += 1)
    window.history.pushState({ ...stateNow(), layers: wanted.slice(0, end) }, '');
  for (const work of waiting.splice(0)) work();
}

/** Once React has said everything that opens and closes. */
function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(settle);
}

function onPop(): void {
  if (isTravelling) {
    isTravelling = false;
  } else {
    const there = layersNow();
    for (const [id, back] of [...open].reverse()) if (!there.includes(id)) back();
  }
  schedule();
}

function listen(): void {
  if (!isListening) window.addEventListener('popstate', onPop);
  isListening = true;
}

/**
 * After a reload nothing is open any more: entries of dialogs that were open before it are gone back over, or the first
 * Back would do nothing that one sees. A dialog that its address opens again is handed such an entry.
 */
export function closeLayersOfEarlierLoad(): void {
  if (layersNow().length === 0) return;
  listen();
  schedule();
}

/** A layer over the page: while it is open, Back calls `onBack` instead of leaving the page. */
export function useLayer(isOpen: boolean, onBack: () => void): void {
  // Names of an earlier load of the page are nobody's.
  const name = `${String(performance.timeOrigin)}${useId()}`;
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    listen();
    open.set(name, () => back.current());
    schedule();
    return () => {
      open.delete(name);
      schedule();
    };
  }, [isOpen, name]);
}

/** Does something with the page's own entry, once no closed layer's entry lies over it. */
export function withoutLayers(work: () => void): void {
  if (layersNow().length === 0 && !isTravelling) {
    work();
    return;
  }
  waiting.push(work);
  schedule();
}
