import { fireEvent, screen, waitFor } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { hasDrafts } from '../../../lib/drafts/draft-store.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serveCalls } from '../../../testing/serve.ts';
import { MailPreferences } from './mail-preferences.tsx';

const open = async () => {
  const { unmount } = await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MailPreferences />
    </SWRConfig>,
  );
  const [first] = await screen.findAllByRole('checkbox');
  if (first === undefined) throw new Error('no choice');
  return { first, unmount };
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the mail preferences', () => {
  it('are restored after leaving the page, and leave no draft after saving', async () => {
    // A sign-out asks first when `hasDrafts` is true.
    const kinds = ['RECEIPT', 'DOCUMENTS'];
    serveCalls(() => ({ body: { kinds, wanted: kinds } }));
    const { first, unmount } = await open();
    fireEvent.click(first);
    unmount();
    const again = await open();
    await waitFor(() => expect(again.first).not.toBeChecked());
    expect(hasDrafts()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: /^Enregistrer/ }));
    await waitFor(() => expect(hasDrafts()).toBe(false));
    expect(again.first).not.toBeChecked();
    // Unmounting flushes the pending write.
    again.unmount();
    expect(hasDrafts()).toBe(false);
  });
});
