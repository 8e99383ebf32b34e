/**
 * Puts an open popover (`position: fixed`, in the top layer) under its button and within the window,
 * and keeps it there while the window changes (a phone is turned), until it closes. Until it stands there it is not
 * seen (base.css): it is opened by the browser, wherever that may be, and told of a frame or two later.
 * `edge`: the side of the button it is aligned with, as one reads.
 */
export function placeUnder(button: HTMLElement, panel: HTMLElement, edge: 'start' | 'end'): void {
  const over = new AbortController();
  const place = (): void => {
    if (!panel.isConnected) over.abort();
    else put(button, panel, edge);
  };
  place();
  panel.dataset['placed'] = '';
  window.addEventListener('resize', place, { signal: over.signal });
  // Safari on iOS 17 and 18 does not close a popover on a tap beside it.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !panel.contains(target) && !button.contains(target))
        panel.hidePopover();
    },
    { signal: over.signal },
  );
  panel.addEventListener(
    'toggle',
    (event) => {
      if (event.newState !== 'closed') return;
      over.abort();
      delete panel.dataset['placed'];
    },
    { signal: over.signal },
  );
}

function put(button: HTMLElement, panel: HTMLElement, edge: 'start' | 'end'): void {
  const gap = 6;
  const margin = 8;
  const at = button.getBoundingClientRect();
  const isRtl = document.documentElement.dir === 'rtl';
  const isLeft = (edge === 'start') !== isRtl;
  const wanted = isLeft ? at.left : at.right - panel.offsetWidth;
  const left = Math.max(margin, Math.min(wanted, window.innerWidth - panel.offsetWidth - margin));
  const hasRoomBelow = at.bottom + gap + panel.offsetHeight < window.innerHeight;
  const top = hasRoomBelow ? at.bottom + gap : Math.max(margin, at.top - gap - panel.offsetHeight);
  panel.style.left = `${String(left)}px`;
  panel.style.top = `${String(top)}px`;
}
