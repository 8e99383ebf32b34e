import { everyMember } from '@wasl/contracts';
import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { signedToken } from '../../testing/token.ts';
import { useFormDraft, applyDraft } from './draft.ts';
import {
  clearDraft,
  hasDrafts,
  isOwnDevice,
  readDraft,
  cleanUpDrafts,
  markAsOwnDevice,
  withoutSecrets,
  writeDraft,
} from './draft-store.ts';
import { endSession, expireSession, startSession, takeReturnPlace } from '../session/session.ts';

beforeEach(() => {
  endSession();
  localStorage.clear();
  sessionStorage.clear();
});

describe('drafts', () => {
  it('are restored unchanged, without passwords and files', () => {
    const value = {
      nom: 'Amina',
      password: 'Secret#1',
      account: { confirmedPassword: 'Secret#1', email: 'a@b.ma' },
      individualDto: { numCin: 'R1', profil: 'ETUDIANT' },
      organizationDto: { numCin: 'R1', ice: '00', ifu: '12', area: 'PECHE' },
      files: [new File(['x'], 'x.pdf')],
    };
    writeDraft('sign-up', value, { now: 1000 });
    expect(sessionStorage.getItem('draft:anonymous:sign-up')).not.toContain('Secret');
    expect(readDraft('sign-up', { now: 2000 })?.value).toEqual({
      nom: 'Amina',
      account: { email: 'a@b.ma' },
      individualDto: { profil: 'ETUDIANT' },
      organizationDto: { area: 'PECHE' },
      files: [null],
    });
  });

  it('omit every identity number of the profile', () => {
    const numbers = Object.keys(everyMember).filter((name) => /cin|ice|ifu|passport/i.test(name));
    expect(numbers.sort()).toEqual(['ice', 'ifu', 'numCin']);
    expect(withoutSecrets(Object.fromEntries(numbers.map((name) => [name, '1'])))).toEqual({});
  });

  it('stay in the tab until the user marks the device as private, then on the device', () => {
    startSession(signedToken({ sub: 'amina@example.org' }));
    writeDraft('wizard', { step: 2 });
    expect(Object.keys(localStorage)).toEqual(['token']);
    markAsOwnDevice();
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    expect(localStorage.getItem('draft:amina@example.org:wizard')).toContain('"step":2');
    writeDraft('wizard', { step: 3 });
    expect(localStorage.getItem('draft:amina@example.org:wizard')).toContain('"step":3');
    // The declaration applies to one account and ends at sign-out.
    startSession(signedToken({ sub: 'karim@example.org' }));
    expect(isOwnDevice()).toBe(false);
    endSession();
    expect(isOwnDevice('amina@example.org')).toBe(true);
    startSession(signedToken({ sub: 'amina@example.org' }));
    endSession();
    expect(localStorage.length).toBe(0);
  });

  it('are stored in one place: an older text of the device is not restored', () => {
    localStorage.setItem(
      'draft:anonymous:wizard',
      JSON.stringify({ value: { step: 1 }, savedAt: Date.now() }),
    );
    writeDraft('wizard', { step: 2 });
    expect(localStorage.length).toBe(0);
    clearDraft('wizard');
    expect(readDraft('wizard')).toBeNull();
  });

  it('of a version that stored identity numbers lose them when the portal opens', () => {
    const key = 'draft:karim@example.org:profile';
    const value = { nom: 'Karim', individualDto: { numCin: 'R654321' } };
    localStorage.setItem(key, JSON.stringify({ value, savedAt: Date.now(), by: 'x' }));
    cleanUpDrafts();
    expect(localStorage.getItem(key)).toContain('Karim');
    expect(localStorage.getItem(key)).not.toContain('R654321');
  });

  it('belong to one person', () => {
    startSession(signedToken({ sub: 'amina@example.org' }));
    writeDraft('wizard', { step: 2 });
    startSession(signedToken({ sub: 'karim@example.org' }));
    expect(readDraft('wizard')).toBeNull();
    startSession(signedToken({ sub: 'amina@example.org' }));
    expect(readDraft('wizard')?.value).toEqual({ step: 2 });
    clearDraft('wizard');
    expect(readDraft('wizard')).toBeNull();
  });

  it('expire after a month, or a week for a sign-up, and a broken draft is ignored', () => {
    const day = 24 * 3_600_000;
    startSession(signedToken({ sub: 'amina@example.org' }));
    writeDraft('wizard', {}, { now: 0 });
    expect(readDraft('wizard', { now: 29 * day })).not.toBeNull();
    expect(readDraft('wizard', { now: 31 * day })).toBeNull();
    endSession();
    writeDraft('sign-up', {}, { now: 0 });
    expect(readDraft('sign-up', { now: 6 * day })).not.toBeNull();
    expect(readDraft('sign-up', { now: 8 * day })).toBeNull();
    localStorage.setItem('draft:anonymous:wizard', '{');
    expect(readDraft('wizard')).toBeNull();
  });

  it('are the only deleted entries, when old or broken, for every person', () => {
    const now = Date.now();
    markAsOwnDevice('karim@example.org');
    writeDraft('wizard', {}, { owner: 'karim@example.org', now: now - 31 * 24 * 3_600_000 });
    writeDraft('survey', {}, { owner: 'karim@example.org', now });
    localStorage.setItem('draft:amina@example.org:wizard', 'broken');
    localStorage.setItem('lang', 'ar');
    cleanUpDrafts(now);
    expect(Object.keys(localStorage).sort()).toEqual([
      'draft:karim@example.org:survey',
      'lang',
      'own-device:karim@example.org',
    ]);
  });

  it('cause no error on a device that is full or forbids storage', () => {
    const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeDraft('wizard', { step: 1 })).toBeNull();
    set.mockRestore();
    const areas = (['localStorage', 'sessionStorage'] as const).map((area) =>
      vi.spyOn(window, area, 'get').mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError');
      }),
    );
    expect(readDraft('survey')).toBeNull();
    expect(writeDraft('survey', {})).toBeNull();
    clearDraft('survey');
    clearDraft('wizard');
    cleanUpDrafts();
    for (const area of areas) area.mockRestore();
  });
});

describe('a draft of an earlier version of a form', () => {
  const present = { nom: '', sex: null, areas: [], person: { numCin: '' }, country: 'MA' };

  it('has its empty values converted to the form’s current empty values', () => {
    const old = { nom: null, sex: '', areas: null, person: null, country: '' };
    expect(applyDraft(present, old)).toEqual({ ...present, country: '' });
    expect(applyDraft(present, { ...old, areas: '', person: { numCin: null } })).toEqual({
      ...present,
      country: '',
    });
  });

  it('preserves entered and cleared values', () => {
    const old = { nom: 'Salma', sex: 'FEMININ', areas: ['PECHE'], person: { numCin: 'R1' } };
    expect(applyDraft(present, old)).toEqual({ ...old, country: 'MA' });
    expect(applyDraft({ category: 'PUBLIC' }, { category: null })).toEqual({ category: null });
  });
});

interface Values {
  nom: string;
  file: File | null;
}

function useTestForm() {
  const form = useForm<Values>({ defaultValues: { nom: '', file: null } });
  return { form, draft: useFormDraft(form, 'test') };
}

interface Versioned {
  nom: string;
  city: string;
  version: number;
  key?: string;
}

function useVersionedForm(present: Versioned, alwaysAsks = false) {
  const form = useForm<Versioned>({ defaultValues: present });
  return { form, draft: useFormDraft(form, 'versioned', { alwaysAsks }) };
}

describe('a reopened form', () => {
  const present = { nom: 'Alaoui', city: 'Tanger', version: 1 };
  beforeEach(() => startSession(signedToken({ sub: 'amina@example.org' })));
  const leaveTyped = (alwaysAsks = false) => {
    const { result, unmount } = renderHook(() => useVersionedForm(present, alwaysAsks));
    act(() => result.current.form.setValue('nom', 'Bennani', { shouldDirty: true }));
    unmount();
  };

  it('restores the input until it is discarded', () => {
    leaveTyped();
    const { result } = renderHook(() => useVersionedForm(present));
    expect(result.current.form.getValues()).toEqual({ ...present, nom: 'Bennani' });
    expect(result.current.draft.isResumed).toBe(true);
    act(() => result.current.draft.startOver());
    expect(result.current.form.getValues()).toEqual(present);
    expect(result.current.draft.isResumed).toBe(false);
    expect(hasDrafts()).toBe(false);
  });

  it('offers the draft after another save, and restores only the typed fields', () => {
    leaveTyped();
    const now = { nom: 'Alaoui', city: 'Tétouan', version: 2 };
    const { result } = renderHook(() => useVersionedForm(now));
    expect(result.current.form.getValues()).toEqual(now);
    expect(result.current.draft.hasChanged).toBe(true);
    act(() => result.current.draft.resume());
    // With the older version the server answers with the conflict.
    expect(result.current.form.getValues()).toEqual({
      nom: 'Bennani',
      city: 'Tétouan',
      version: 1,
    });
  });

  it('preserves the key of a possibly sent call', () => {
    const first = { ...present, key: 'first' };
    const { result, unmount } = renderHook(() => useVersionedForm(first, true));
    act(() => result.current.form.setValue('nom', 'Bennani', { shouldDirty: true }));
    unmount();
    const again = renderHook(() => useVersionedForm({ ...present, key: 'second' }, true));
    act(() => again.result.current.draft.resume());
    expect(again.result.current.form.getValues()).toEqual({ ...first, nom: 'Bennani' });
  });

  it('offers the draft when it always asks', () => {
    leaveTyped(true);
    const { result } = renderHook(() => useVersionedForm(present, true));
    expect(result.current.form.getValues()).toEqual(present);
    expect(result.current.draft.pendingSavedAt).not.toBeNull();
    expect(result.current.draft.hasChanged).toBe(false);
  });
});

describe('the draft of a form', () => {
  it('is written when the form closes, also after the end of the session, under its owner’s name', () => {
    startSession(signedToken({ sub: 'amina@example.org' }));
    const { result, unmount } = renderHook(useTestForm);
    act(() => result.current.form.setValue('nom', 'Amina', { shouldDirty: true }));
    expireSession();
    unmount();
    expect(readDraft('test', { owner: 'amina@example.org' })?.value).toEqual({
      nom: 'Amina',
      file: null,
    });
    expect(readDraft('test', { owner: 'anonymous' })).toBeNull();
  });

  it('is not written when the form closes because of a sign-out', () => {
    startSession(signedToken({ sub: 'amina@example.org' }));
    const { result, unmount } = renderHook(useTestForm);
    act(() => result.current.form.setValue('nom', 'Amina', { shouldDirty: true }));
    endSession();
    unmount();
    expect(localStorage.length).toBe(0);
  });

  it('waits for a decision, and preserves the form’s values for absent fields', () => {
    localStorage.setItem(
      'draft:anonymous:test',
      JSON.stringify({ value: { nom: 'Amina' }, savedAt: Date.now() }),
    );
    const { result } = renderHook(useTestForm);
    expect(result.current.draft.pendingSavedAt).not.toBeNull();
    expect(result.current.form.getValues('nom')).toBe('');
    act(() => result.current.draft.resume());
    expect(result.current.form.getValues()).toEqual({ nom: 'Amina', file: null });
    expect(result.current.draft.pendingSavedAt).toBeNull();
  });

  it('is restored automatically once when the session ended during input', () => {
    window.history.replaceState(null, '', '/newRequest');
    startSession(signedToken({ sub: 'amina@example.org' }));
    writeDraft('test', { nom: 'Amina' });
    expireSession();
    startSession(signedToken({ sub: 'amina@example.org' }));
    expect(takeReturnPlace()).toBe('/newRequest');
    const first = renderHook(useTestForm);
    expect(first.result.current.form.getValues('nom')).toBe('Amina');
    expect(first.result.current.draft.isResumed).toBe(true);
    first.unmount();
    const second = renderHook(useTestForm);
    expect(second.result.current.form.getValues('nom')).toBe('');
    expect(second.result.current.draft.pendingSavedAt).not.toBeNull();
    window.history.replaceState(null, '', '/');
  });
});

describe('a form that stays open', () => {
  afterEach(() => vi.useRealTimers());

  it('leaves no draft after a save', () => {
    vi.useFakeTimers();
    startSession(signedToken({ sub: 'amina@example.org' }));
    const { result } = renderHook(useTestForm);
    act(() => result.current.form.setValue('nom', 'Amina', { shouldDirty: true }));
    act(() => {
      result.current.draft.discard();
      result.current.form.reset({ nom: 'Amina', file: null });
    });
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(hasDrafts()).toBe(false);
    expect(result.current.draft.savedAt).toBeNull();
    act(() => result.current.form.setValue('nom', 'Amina B.', { shouldDirty: true }));
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(readDraft('test')?.value).toEqual({ nom: 'Amina B.', file: null });
  });

  it('leaves no draft after the input is undone', () => {
    vi.useFakeTimers();
    startSession(signedToken({ sub: 'amina@example.org' }));
    const { result } = renderHook(useTestForm);
    act(() => result.current.form.setValue('nom', 'Amina', { shouldDirty: true }));
    act(() => {
      vi.advanceTimersByTime(1000);
    });
    expect(hasDrafts()).toBe(true);
    act(() => result.current.form.setValue('nom', '', { shouldDirty: true }));
    expect(hasDrafts()).toBe(false);
  });
});

describe('a draft in two windows', () => {
  const key = 'draft:amina@example.org:test';
  beforeEach(() => {
    startSession(signedToken({ sub: 'amina@example.org' }));
    markAsOwnDevice();
  });
  /** Writes the draft as another window, which fires a storage event here. */
  const writeElsewhere = (nom: string, isNotified = true) => {
    const draft = { value: { nom }, savedAt: Date.now(), by: 'the other window' };
    localStorage.setItem(key, JSON.stringify(draft));
    if (isNotified) window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  const storedName = () => readDraft<{ nom: string }>('test')?.value.nom;
  /** Opens the form and types a value; leaving the form flushes the pending write. */
  const typed = (nom: string) => {
    const { result, unmount } = renderHook(useTestForm);
    act(() => result.current.form.setValue('nom', nom, { shouldDirty: true }));
    return { result, unmount };
  };

  it('is not overwritten by the second window, which reports the first and preserves its input', () => {
    const { result, unmount } = typed('Amina');
    act(() => writeElsewhere('Karim'));
    expect(result.current.draft.otherWindowSavedAt).not.toBeNull();
    expect(result.current.form.getValues('nom')).toBe('Amina');
    unmount();
    expect(storedName()).toBe('Karim');
  });

  it('is read before each write, even without an event from the browser', () => {
    const { unmount } = typed('Amina');
    writeElsewhere('Karim', false);
    unmount();
    expect(storedName()).toBe('Karim');
  });

  it('is loaded in this window on request, and later input is saved again', () => {
    const { result, unmount } = typed('Amina');
    act(() => writeElsewhere('Karim'));
    act(() => result.current.draft.applyTheirs());
    expect(result.current.form.getValues('nom')).toBe('Karim');
    expect(result.current.draft.otherWindowSavedAt).toBeNull();
    act(() => result.current.form.setValue('nom', 'Karim B.', { shouldDirty: true }));
    unmount();
    expect(storedName()).toBe('Karim B.');
  });

  it('is replaced on request', () => {
    const { result } = typed('Amina');
    act(() => writeElsewhere('Karim'));
    act(() => result.current.draft.keepMine());
    expect(storedName()).toBe('Amina');
    expect(result.current.draft.otherWindowSavedAt).toBeNull();
  });
});
