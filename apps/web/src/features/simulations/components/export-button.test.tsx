import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import * as uploads from '../../../lib/uploads/uploads.ts';
import { renderInApp } from '../../../testing/render.tsx';
import { serve } from '../../../testing/server.ts';
import ExportButton from './export-button.tsx';

const saveResponse = vi.spyOn(uploads, 'saveResponse').mockReturnValue();

afterEach(() => {
  vi.unstubAllGlobals();
});

const button = () => screen.findByRole('button', { name: /Exporter/ });

describe.each([
  ['general', 'GET /simulation_prime/generate_report'],
  ['nordev', 'GET /simulation_prime_nordev/generate_report'],
] as const)('the export of a %s simulation', (scheme, call) => {
  it.each([
    ['the report has come', new Response('%PDF-1.4')],
    ['it has failed', new Response('{"code":"INTERNAL"}', { status: 500 })],
  ])('is disabled until %s, and makes one call', async (_end, answer) => {
    let end: (response: Response) => void = () => undefined;
    const pending = new Promise<Response>((resolve) => {
      end = resolve;
    });
    const server = serve({ [call]: pending });
    await renderInApp(<ExportButton scheme={scheme} id={12} />);
    expect(await button()).toBeEnabled();
    await userEvent.click(await button());
    await waitFor(() => expect(server.of(call)).toHaveLength(1));
    expect(await button()).toBeDisabled();
    expect(await button()).toHaveAttribute('data-loading', 'true');
    await userEvent.click(await button(), { pointerEventsCheck: 0 });
    await act(async () => {
      end(answer);
      await pending;
    });
    await waitFor(async () => {
      expect(await button()).toBeEnabled();
    });
    expect(await button()).not.toHaveAttribute('data-loading');
    expect(server.of(call)).toHaveLength(1);
    expect(saveResponse).toHaveBeenCalledTimes(answer.ok ? 1 : 0);
    saveResponse.mockClear();
  });
});
