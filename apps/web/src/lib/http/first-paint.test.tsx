import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { beginFirstPaint, endFirstPaint, useAfterFirstPaint } from './first-paint.ts';

const rendered: number[] = [];

function Rows() {
  const most = useAfterFirstPaint(8, 2);
  rendered.push(most);
  return <p>{most}</p>;
}

/** Renders in a narrow or wide window and returns the value of the first render. */
function drawIn(isNarrow: boolean): number | undefined {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
  rendered.length = 0;
  beginFirstPaint();
  render(<Rows />);
  return rendered[0];
}

afterEach(() => {
  endFirstPaint();
  cleanup();
  vi.unstubAllGlobals();
});

it('renders a part of the rows first on a phone, and then the rest', async () => {
  expect(drawIn(true)).toBe(2);
  await act(() => Promise.resolve());
  expect(screen.getByText('8')).toBeTruthy();
});

it('renders all rows at once in a wide window, and on later pages', () => {
  expect(drawIn(false)).toBe(8);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  beginFirstPaint();
  endFirstPaint();
  rendered.length = 0;
  render(<Rows />);
  expect(rendered[0]).toBe(8);
});
