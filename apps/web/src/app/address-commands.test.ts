import { describe, expect, it, vi } from 'vitest';

import { takeCommands } from './address-commands.ts';

describe('commands in the address', () => {
  it('are taken out of it at once, token and all, and the rest stays', () => {
    const replaceState = vi.fn();
    const taken = takeCommands(
      new URL(
        'https://w.ma/requests?page=2&token=secret&lang=ar&idparcoure=7#x',
      ) as unknown as Location,
      { state: null, replaceState } as unknown as History,
    );
    expect(Object.fromEntries(taken)).toEqual({ token: 'secret', lang: 'ar', idparcoure: '7' });
    expect(String(replaceState.mock.calls[0]?.[2])).toBe('https://w.ma/requests?page=2#x');
  });

  it('leave an address without any alone', () => {
    const replaceState = vi.fn();
    const address = new URL('https://w.ma/reinitialiserMotPasse/abc') as unknown as Location;
    expect(takeCommands(address, { state: null, replaceState } as unknown as History).size).toBe(0);
    expect(replaceState).not.toHaveBeenCalled();
  });
});
