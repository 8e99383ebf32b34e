import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { beginFirstDrawing, endFirstDrawing, useDrawnLater } from './first-drawing.ts';

const drawn: number[] = [];

function Rows() {
  const most = useDrawnLater(8, 2);
  drawn.push(most);
  return <p>{most}</p>;
}

/** Renders in a narrow or wide window and returns the value of the first render. */
function drawIn(isNarrow: boolean): number | undefined {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
  drawn.length = 0;
  beginFirstDrawing();
  render(<Rows />);
  return drawn[0];
}

afterEach(() => {
  endFirstDrawing();
  cleanup();
  vi.unstubAllGlobals();
});

it('spares the first drawing on a phone a part, which follows', async () => {
  expect(drawIn(true)).toBe(2);
  await act(() => Promise.resolve());
  expect(screen.getByText('8')).toBeTruthy();
});

it('draws the whole at once in a wide window, and wherever one goes later', () => {
  expect(drawIn(false)).toBe(8);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  beginFirstDrawing();
  endFirstDrawing();
  drawn.length = 0;
  render(<Rows />);
  expect(drawn[0]).toBe(8);
});
