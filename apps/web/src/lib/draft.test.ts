import { describe, expect, it } from 'vitest';

import { signedToken } from '../testing/token.ts';
import { clearDraft, readDraft, writeDraft } from './draft.ts';
import { startSession } from './session.ts';

describe('drafts', () => {
  it('come back as they were, without passwords and files', () => {
    const value = {
      nom: 'Amina',
      password: 'Secret#1',
      account: { confirmedPassword: 'Secret#1', email: 'a@b.ma' },
      files: [new File(['x'], 'x.pdf')],
    };
    writeDraft('sign-up', value, 1000);
    expect(localStorage.getItem('draft:anonymous:sign-up')).not.toContain('Secret');
    expect(readDraft('sign-up', 2000)).toEqual({
      value: { nom: 'Amina', account: { email: 'a@b.ma' }, files: [null] },
      savedAt: 1000,
    });
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

  it('go after a month, and a broken one is none', () => {
    writeDraft('wizard', {}, 0);
    expect(readDraft('wizard', 31 * 24 * 3_600_000)).toBeNull();
    localStorage.setItem('draft:anonymous:wizard', '{');
    expect(readDraft('wizard')).toBeNull();
  });
});
