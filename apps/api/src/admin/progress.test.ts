import { PassThrough } from 'node:stream';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { progressLine, progressOn } from './progress.ts';

function streamOf(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return { stream, written: () => String(stream.read() ?? '') };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the progress of a long command', () => {
  it('is one line with the name, the count and the total', () => {
    expect(progressLine('Requests', 250, 1000)).toBe(
      `Requests [${'#'.repeat(6)}${'-'.repeat(18)}] 25 % (250 of 1000)`,
    );
    expect(progressLine('Files', 3, 2)).toContain('100 % (3 of 2)');
    expect(progressLine('Files', 0, 0)).toContain('100 %');
  });

  it('is redrawn in place on a terminal and cleared at the end', () => {
    const { stream, written } = streamOf(true);
    const progress = progressOn(stream)('Requests', 2);
    progress.advance();
    progress.advance();
    progress.end();
    const text = written();
    expect(text).toContain('50 % (1 of 2)');
    // The cursor goes to the start of the line, and the line is cleared.
    expect(text.endsWith('\u001b[1G\u001b[2K')).toBe(true);
  });

  it('shows the elapsed time when the total is unknown', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { stream, written } = streamOf(true);
    const progress = progressOn(stream)('Figures', null);
    progress.advance();
    vi.advanceTimersByTime(2000);
    progress.end();
    vi.advanceTimersByTime(2000);
    const text = written();
    expect(text).toContain('Figures … 1 s');
    expect(text).toContain('Figures … 2 s');
    expect(text).not.toContain('3 s');
    expect(text.endsWith('\u001b[1G\u001b[2K')).toBe(true);
  });

  it('is not printed without a terminal', () => {
    const { stream, written } = streamOf(false);
    const progress = progressOn(stream)('Requests', 2);
    progress.advance();
    progress.end();
    expect(written()).toBe('');
  });
});
