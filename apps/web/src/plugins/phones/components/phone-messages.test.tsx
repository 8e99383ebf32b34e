import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { PhoneMessagesView } from '@wasl/contracts/plugins/phones';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { hasDrafts } from '../../../lib/drafts/draft-store.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serveCalls } from '../../../testing/serve.ts';
import { PhoneMessages } from './phone-messages.tsx';

const view: PhoneMessagesView = {
  isOffered: true,
  mostPerDay: 5,
  wanted: [],
  phone: {
    number: '+212600000001',
    channel: 'SMS',
    isVerified: true,
    awaitsCode: false,
    hasCodeFailed: false,
    isUnreachable: false,
  },
};

const open = async () => {
  const { unmount } = await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PhoneMessages />
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

it('preserves the selection after leaving the page, and leaves no draft after saving', async () => {
  serveCalls(() => ({ body: view }));
  const { first, unmount } = await open();
  fireEvent.click(first);
  unmount();
  const again = await open();
  await waitFor(() => expect(again.first).toBeChecked());
  expect(hasDrafts()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(hasDrafts()).toBe(false));
  expect(again.first).toBeChecked();
});
