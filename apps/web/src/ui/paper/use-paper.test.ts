import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { endSession, startSession } from '../../lib/session/session.ts';
import { signedToken } from '../../testing/token.ts';
import { usePaper } from './use-paper.ts';

/** Number of reads and writes of the device's storage, which stores nothing. */
let asked = 0;
/** Rendering that starts and never ends. */
const pendingImage = vi.fn(() => new Promise<never>(() => undefined));

beforeEach(() => {
  startSession(signedToken({ sub: 'amina@example.org' }));
  asked = 0;
  vi.stubGlobal('indexedDB', {
    open: () => {
      asked += 1;
      throw new Error('none');
    },
  });
  // Parts of the image API that jsdom lacks.
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 60;
      naturalHeight = 80;
      onload: () => void = () => undefined;
      set src(_: string) {
        this.onload();
      }
    },
  );
  const pen = { fillRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((given) => {
    given(new Blob(['jpeg']));
  });
  Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined });
  vi.stubGlobal('createImageBitmap', (picture: Blob) =>
    picture instanceof File ? Promise.resolve({ close: () => undefined }) : pendingImage(),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  endSession();
});

it('removes a deleted page from the device while another page is still rendering', async () => {
  const { result } = renderHook(() => usePaper('document', 5_000_000));
  act(() => result.current.add([new File(['1'], '1.jpg'), new File(['2'], '2.jpg')]));
  await waitFor(() => {
    expect(result.current.pages).toHaveLength(2);
    expect(pendingImage).toHaveBeenCalledOnce();
  });
  const [, page] = result.current.pages;
  if (page === undefined) throw new Error('no page');
  const before = asked;
  act(() => result.current.remove(page));
  await waitFor(() => expect(asked).toBe(before + 1));
  expect(result.current.waiting).toBe(1);
});
