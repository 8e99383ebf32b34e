import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StepNow } from '@wasl/contracts';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { hasDrafts } from '../../../../lib/drafts/draft-store.ts';
import { renderInApp } from '../../../../testing/render.tsx';
import { requestRow as row } from '../../../../testing/request-row.ts';
import { type Reply, type Sent, serveCalls } from '../../../../testing/serve.ts';
import ProgressDialog from './progress-dialog.tsx';

const step: StepNow = {
  version: 4,
  changedAt: null,
  changedBy: null,
  status: { code: 'IN_PROGRESS', libelle: 'En cours' },
  percent: 30,
  partnerFeedback: 'Premier avis',
  documents: [{ document: { code: 'CIN', libelle: 'CIN' }, url: null, state: null }],
};
const theirs: StepNow = {
  version: 5,
  changedAt: '2026/11/21 14:32',
  changedBy: { kind: 'colleague', name: 'Karim Bennani' },
  status: { code: 'BLOCKED', libelle: 'Bloquée' },
  percent: 60,
  partnerFeedback: 'Il manque le bail',
  documents: [
    { document: { code: 'CIN', libelle: 'CIN' }, url: 'abcdefghijklmnop', state: 'CLEAN' },
    { document: { code: 'BAIL', libelle: 'Bail' }, url: null, state: null },
  ],
};
const statuses = [
  ['IN_PROGRESS', 'En cours'],
  ['PROCESSED', 'Traitée'],
  ['BLOCKED', 'Bloquée'],
].map(([code, libelle], id) => ({ id, code, libelle, description: null, string_1: null }));

/** Mock server of the dialog; `save` answers each update. */
function serve(
  save: (body: { version?: number }) => Reply,
  more: (call: Sent) => Reply | undefined = () => undefined,
): Sent[] {
  return serveCalls((call) => {
    const { path, body } = call;
    if (path.startsWith('/processing/step/update')) return save(body as { version?: number });
    if (path.startsWith('/journeyInstanceProcessingSteps/documents/70'))
      return { body: { stepDocuments: [], requestDocuments: [], step } };
    if (path.startsWith('/params/')) return { body: statuses };
    if (path.startsWith('/docs/3')) {
      const types = ['CIN', 'BAIL', 'RIB'].map((code) => ({ document: { code, libelle: code } }));
      return { body: types };
    }
    return more(call);
  });
}
const changed = (current: StepNow): Reply => ({
  status: 409,
  body: { code: 'STEP_CHANGED', message: 'Modifiée', requestId: 'r', current },
});

async function open() {
  const onSaved = vi.fn();
  const onClose = vi.fn();
  await renderInApp(
    <SWRConfig value={{ provider: () => new Map() }}>
      <ProgressDialog
        row={row}
        opened
        isClosing={false}
        onClose={onClose}
        onSaved={onSaved}
        onNext={null}
      />
    </SWRConfig>,
  );
  const feedback = await screen.findByRole('textbox', {
    name: /^Commentaire pour le bénéficiaire/,
  });
  return { onSaved, onClose, feedback };
}
/** Pastes the text, because each typed key would render the form. */
async function write(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
const sentUpdates = (sent: readonly Sent[]) =>
  sent.flatMap(({ path, body }) => (path.startsWith('/processing') ? [body] : []));
const side = (panel: HTMLElement, field: string, name: string) =>
  within(within(panel).getByRole('group', { name: field })).getByRole('radio', { name });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the progress dialog', () => {
  it('shows the requester and the unchanged need, with links to videos only', async () => {
    serve(() => ({ body: {} }));
    await open();
    const about = screen.getByRole('region', { name: /Miel du Rif/ });
    expect(about).toHaveTextContent('Entreprise');
    expect(about).toHaveTextContent('Demande du 02/11/2026 09:30');
    expect(about).toHaveTextContent(/date indiquée par .*CRI Tanger/);
    expect(about).toHaveTextContent('Étude de marché');
    const words = within(about).getByText(/Ouvrir un atelier/);
    expect(words.textContent).toBe(row.description);
    expect(words).toHaveAttribute('dir', 'auto');
    expect(about.querySelector('img')).toBeNull();
    expect(about).toHaveTextContent('javascript:alert(1)');
    expect(within(about).queryByRole('link')).toBeNull();
  });

  it('starts with the current values instead of the list’s values, and sends their version', async () => {
    const sent = serve(() => ({ body: {} }));
    const { feedback, onSaved, onClose } = await open();
    expect(feedback).toHaveValue('');
    expect(screen.getByText('Premier avis')).toBeVisible();
    expect(screen.getByRole('slider')).toHaveValue('30');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onSaved).toHaveBeenCalled();
    expect(sentUpdates(sent)).toMatchObject([
      { version: 4, percent: 30, status: 'IN_PROGRESS', partnerFeedback: '' },
    ]);
  });

  it('asks for a reason when the percent decreases, and otherwise sends none', async () => {
    const sent = serve(() => ({ body: {} }));
    const { onClose } = await open();
    const why = () => screen.queryByRole('textbox', { name: /^Pourquoi l’avancement baisse/ });
    expect(why()).toBeNull();
    fireEvent.change(screen.getByRole('slider'), { target: { value: '20' } });
    const field = await screen.findByRole('textbox', { name: /^Pourquoi l’avancement baisse/ });
    expect(field).toHaveAccessibleDescription(/Il était de 30\s%/);
    await write(field, 'Le devis a expiré');
    fireEvent.change(screen.getByRole('slider'), { target: { value: '35' } });
    expect(why()).toBeNull();
    fireEvent.change(screen.getByRole('slider'), { target: { value: '20' } });
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentUpdates(sent)).toMatchObject([{ percent: 20, loweredBecause: 'Le devis a expiré' }]);
  });

  it('asks for the reason of a newly blocked step, but not of an already blocked step', async () => {
    const sent = serve(() => ({ body: {} }));
    const { onClose } = await open();
    const why = () => screen.queryByRole('textbox', { name: /^Ce qui bloque/ });
    expect(why()).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Bloquée' }));
    await write(await screen.findByRole('textbox', { name: /^Ce qui bloque/ }), 'Grève');
    await userEvent.click(screen.getByRole('radio', { name: 'En cours' }));
    expect(why()).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Bloquée' }));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentUpdates(sent)).toMatchObject([{ status: 'BLOCKED', blockedBecause: 'Grève' }]);
  });

  it('closes a step only after its open messages are answered, or need no answer', async () => {
    let since: string | null = '2026-11-20T09:00:00Z';
    const message = (id: number, sentAt: string, body: string) => ({
      id,
      body,
      sentAt,
      author: { name: 'Amina Alaoui', organisation: null, side: 'BENEFICIAIRE', isMe: false },
      readAt: null,
      attachments: [],
    });
    const sent = serve(
      () => ({ body: {} }),
      ({ method, path }) => {
        if (!path.startsWith('/processing/step/70/messages')) return undefined;
        if (method === 'PUT') since = null;
        const messages = [
          message(1, '2026-11-19T09:00:00Z', 'Merci'),
          message(2, '2026-11-20T09:00:00Z', 'Quand ouvrez-vous ?'),
        ];
        return { body: { thread: { stepId: 70, awaitsAnswerSince: since }, messages } };
      },
    );
    const { onClose } = await open();
    fireEvent.change(screen.getByRole('slider'), { target: { value: '100' } });
    await save();
    const dialog = await screen.findByRole('dialog', { name: /déclarer votre prestation traitée/ });
    expect(await within(dialog).findByText('Quand ouvrez-vous ?')).toBeVisible();
    expect(within(dialog).queryByText('Merci')).toBeNull();
    expect(within(dialog).getByText(/Des documents sont encore attendus/)).toHaveTextContent('CIN');
    const close = within(dialog).getByRole('button', { name: /^Déclarer traitée/ });
    expect(close).toBeDisabled();
    expect(within(dialog).getByRole('link', { name: 'Répondre' })).toHaveAttribute(
      'href',
      '/messages/70',
    );
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Aucune réponse nécessaire' }),
    );
    await waitFor(() => expect(close).toBeEnabled());
    await userEvent.click(close);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toContainEqual(
      expect.objectContaining({ method: 'PUT', body: { isNeeded: false, upTo: 2 } }),
    );
    expect(sentUpdates(sent).at(-1)).toMatchObject({ percent: 100, status: 'PROCESSED' });
  });

  it.each([
    ['is read', 'GET'],
    ['needs no answer', 'PUT'],
  ])('closes and deletes its draft when the step is missing as a message %s', async (_, lost) => {
    serve(
      () => ({ body: {} }),
      ({ method, path }) => {
        if (!path.startsWith('/processing/step/70/messages')) return undefined;
        if (method === lost)
          return {
            status: 404,
            body: { code: 'NOT_FOUND', message: 'Introuvable', requestId: 'r' },
          };
        const author = { name: 'Amina', organisation: null, side: 'BENEFICIAIRE', isMe: false };
        const sentAt = '2026-11-20T09:00:00Z';
        const message = { id: 2, body: 'Quand ?', sentAt, author, readAt: null, attachments: [] };
        return {
          body: { thread: { stepId: 70, awaitsAnswerSince: sentAt }, messages: [message] },
        };
      },
    );
    const { feedback, onClose } = await open();
    await write(feedback, 'Dossier complet');
    fireEvent.change(screen.getByRole('slider'), { target: { value: '100' } });
    await save();
    if (lost === 'PUT')
      await userEvent.click(await screen.findByRole('button', { name: /^Aucune réponse/ }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(hasDrafts()).toBe(false);
  });

  it('preserves the input after a colleague’s save, shows both versions, and saves the chosen one', async () => {
    const sent = serve(({ version }) => (version === 5 ? { body: {} } : changed(theirs)));
    const { feedback, onClose } = await open();
    await write(feedback, 'Dossier complet');
    await save();

    const panel = await screen.findByRole('region', { name: 'Modifié pendant que vous écriviez' });
    expect(panel).toHaveFocus();
    expect(panel).toHaveTextContent(
      /Karim Bennani.* a enregistré autre chose le 21\/11\/2026 14:32/,
    );
    expect(onClose).not.toHaveBeenCalled();
    // Edited fields keep the input; others follow the saved value.
    expect(feedback).toHaveValue('Dossier complet');
    expect(side(panel, 'Commentaire pour le bénéficiaire', 'Votre saisie')).toBeChecked();
    expect(screen.getByRole('slider')).toHaveValue('60');
    expect(side(panel, 'Avancement', 'Ce qui est enregistré')).toBeChecked();
    expect(panel).toHaveTextContent('Il manque le bail');
    expect(panel).toHaveTextContent(/En cours · 30\s%/);
    expect(panel).toHaveTextContent(/Bloquée · 60\s%/);
    expect(panel).toHaveTextContent(/Demandés entre-temps\s: Bail/);
    expect(panel).toHaveTextContent(/Déposés entre-temps\s: CIN/);

    await userEvent.click(side(panel, 'Commentaire pour le bénéficiaire', 'Ce qui est enregistré'));
    expect(feedback).toHaveValue('Il manque le bail');
    await userEvent.click(side(panel, 'Commentaire pour le bénéficiaire', 'Votre saisie'));
    await write(feedback, 'Dossier complet, sauf le bail');
    // After further edits neither side is selected.
    expect(side(panel, 'Commentaire pour le bénéficiaire', 'Votre saisie')).not.toBeChecked();
    await userEvent.click(side(panel, 'Avancement', 'Votre saisie'));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentUpdates(sent).at(-1)).toMatchObject({
      version: 5,
      percent: 30,
      status: 'IN_PROGRESS',
      partnerFeedback: 'Dossier complet, sauf le bail',
    });
  });

  it('applies all values of one side at once, and handles a third change too', async () => {
    const third = { ...theirs, version: 6, percent: 80, partnerFeedback: 'Bail reçu' };
    const sent = serve(({ version }) =>
      version === 6 ? { body: {} } : changed(version === 5 ? third : theirs),
    );
    const { feedback, onClose } = await open();
    await write(feedback, 'Le mien');
    await save();
    const panel = await screen.findByRole('region', { name: /^Modifié/ });
    await userEvent.click(within(panel).getByRole('button', { name: 'Garder toute ma saisie' }));
    expect(screen.getByRole('slider')).toHaveValue('30');
    await save();
    await waitFor(() =>
      expect(screen.getByRole('region', { name: /^Modifié/ })).toHaveTextContent('Bail reçu'),
    );
    const again = screen.getByRole('region', { name: /^Modifié/ });
    expect(again).toHaveFocus();
    expect(feedback).toHaveValue('Le mien');
    await userEvent.click(within(again).getByRole('button', { name: /^Tout reprendre/ }));
    expect(feedback).toHaveValue('Bail reçu');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentUpdates(sent).at(-1)).toMatchObject({
      version: 6,
      percent: 80,
      status: 'BLOCKED',
      partnerFeedback: 'Bail reçu',
    });
  });

  it('shows a new document without a choice, and the next save succeeds', async () => {
    const received = {
      ...step,
      version: 5,
      changedAt: '2026/11/21 14:32',
      changedBy: { kind: 'beneficiary' as const, name: 'Amina Alaoui' },
      documents: theirs.documents.slice(0, 1),
    };
    const sent = serve(({ version }) => (version === 5 ? { body: {} } : changed(received)));
    const { onClose } = await open();
    await save();
    const panel = await screen.findByRole('region', { name: /^Modifié/ });
    expect(panel).toHaveTextContent(/Amina Alaoui.* a déposé un document/);
    expect(within(panel).queryByRole('radio')).toBeNull();
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentUpdates(sent)).toHaveLength(2);
  });
});
