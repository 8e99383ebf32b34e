import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import useSWR from 'swr';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../lib/http/http.ts';
import { renderInApp } from '../testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { useUnsaved } from './use-unsaved.ts';
import { FailureBanner } from './failure-banner.tsx';
import { Notices } from './notices.tsx';
import { noticeStore } from './notify.ts';
import { ErrorState } from './states.tsx';

const gone = new ApiError(404, { code: 'NOT_FOUND', message: 'Élément introuvable.' });
const refused = new ApiError(409, { code: 'STEP_CLOSED', message: 'Clôturée.' });
let reads = 0;
beforeEach(() => {
  reads = 0;
  for (const { id } of noticeStore.snapshot()) noticeStore.dismiss(id);
});

/** A form with input whose call then fails; `discard` is the discard callback of its draft. */
function Typed({ error, discard }: { error: ApiError; discard?: () => void }) {
  const form = useForm({ defaultValues: { text: '' } });
  useUnsaved(form.formState.isDirty, discard);
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          form.setValue('text', 'Saisi', { shouldDirty: true });
          setFailure(error);
        }}
      >
        Envoyer
      </button>
      <FailureBanner failure={failure} />
    </>
  );
}

function Page({ error, isRead = false }: { error: ApiError; isRead?: boolean }) {
  useSWR('the list', () => {
    reads += 1;
    return reads;
  });
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Notices />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Supprimer">
        {isRead ? <ErrorState error={error} /> : <Typed error={error} />}
      </Dialog>
    </>
  );
}

/** A question over a form, as before closing a step. */
function Question({ discard }: { discard: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const [isAsking, setAsking] = useState(true);
  return (
    <>
      <Notices />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Avancement">
        <Typed error={refused} discard={discard} />
        <ConfirmDialog
          opened={isAsking}
          onClose={() => setAsking(false)}
          title="Clôturer"
          confirmLabel="Oui"
          onConfirm={() => undefined}
        >
          <Typed error={gone} />
        </ConfirmDialog>
      </Dialog>
    </>
  );
}

const notices = () => screen.queryAllByTestId('notice').map((notice) => notice.textContent);

describe('a dialog about a missing record', () => {
  it('shows a notice, closes without a question and reloads the list', async () => {
    await renderInApp(<Page error={gone} />);
    await waitFor(() => expect(reads).toBe(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(notices()).toEqual([expect.stringContaining('Élément introuvable.')]);
    await waitFor(() => expect(reads).toBe(2));
  });

  it('closes in the same way when a load detects the missing record', async () => {
    await renderInApp(<Page error={gone} isRead />);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(notices()).toEqual([expect.stringContaining('Élément introuvable.')]);
  });

  it('closes together with its confirmation, and discards its draft', async () => {
    const discard = vi.fn();
    await renderInApp(<Question discard={discard} />);
    for (const send of await screen.findAllByText('Envoyer')) fireEvent.click(send);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(notices()).toEqual([expect.stringContaining('Élément introuvable.')]);
    expect(discard).toHaveBeenCalled();
  });

  it('stays open for every other refusal', async () => {
    await renderInApp(<Page error={refused} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await act(async () => {});
    expect(await screen.findByText('Clôturée.')).toBeDefined();
    expect(screen.queryByRole('dialog')).not.toBeNull();
    expect(notices()).toEqual([]);
  });
});
