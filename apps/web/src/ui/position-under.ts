/**
 * Positions an open popover (`position: fixed`, in the top layer) under its button and within the window, until it
 * closes. It follows changes of the window, for instance a rotation of the phone. The popover stays invisible until
 * positioned (base.css), because the browser opens it one or two frames earlier.
 * @param edge side of the button for the alignment, in reading direction
 */
export function positionUnder(
  button: HTMLElement,
  panel: HTMLElement,
  edge: 'start' | 'end',
): void {
  const closed = new AbortController();
  const reposition = (): void => {
    if (!panel.isConnected) closed.abort();
    else setPosition(button, panel, edge);
  };
  reposition();
  panel.dataset['placed'] = '';
  window.addEventListener('resize', reposition, { signal: closed.signal });
  // Safari on iOS 17 and 18 does not close a popover on a tap outside it.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      if (target instanceof Node && !panel.contains(target) && !button.contains(target))
        panel.hidePopover();
    },
    { signal: closed.signal },
  );
  panel.addEventListener(
    'toggle',
    (event) => {
      if (event.newState !== 'closed') return;
      closed.abort();
      delete panel.dataset['placed'];
    },
    { signal: closed.signal },
  );
}

function setPosition(button: HTMLElement, panel: HTMLElement, edge: 'start' | 'end'): void {
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
