import type { DraftNow } from '@wasl/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { call } from '../../../lib/http/api-client.ts';
import { type FormDraft, applyDraft } from '../../../lib/drafts/draft.ts';
import {
  clearDraft,
  readDraft,
  withoutSecrets,
  writeDraft,
} from '../../../lib/drafts/draft-store.ts';
import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import { ApiError, currentOf } from '../../../lib/http/http.ts';
import { currentSession } from '../../../lib/session/session.ts';

/** Milliseconds between the last key and the save to the account; longer than the debounce of the device. */
const saveDelayMs = 1000;
const retryDelayMs = 10_000;

/** Whether a later attempt can succeed: no answer, too many calls, or a fault of the server. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Whether two drafts are equal, ignoring the order of members. */
function isSame(one: unknown, accountDraft: unknown): boolean {
  const ordered = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries([...Object.entries(value)].sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(one, ordered) === JSON.stringify(accountDraft, ordered);
}

/**
 * Version of the account's draft that this device last wrote or read. It is stored with the device's draft for all
 * windows, which resolve conflicts among themselves.
 */
function knownVersionOf(name: string) {
  const versionKey = `${name}~account`;
  let inMemory: number | null = null;
  return {
    get: (): number | null => readDraft<number>(versionKey)?.value ?? inMemory,
    set: (version: number | null): void => {
      inMemory = version;
      if (version === null) clearDraft(versionKey);
      else writeDraft(versionKey, version);
    },
  };
}

/** Saves a form's draft to the account, and reads a draft that another device saved there. */
function useDraftOfAccount<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
) {
  const [other, setAccountDraft] = useState<DraftNow | null>(null);
  const [isTyped, setTyped] = useState(false);
  const [knownVersion] = useState(() => knownVersionOf(name));
  // No save before the account's draft was read, so that it is not overwritten unseen.
  const hasRead = useRef(false);
  const hasConflict = useRef(false);
  // Last known draft in the account. Saving it again would restore it after it was submitted elsewhere.
  const stored = useRef<unknown>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const isOver = useRef(false);
  // Whether the account lacks input of this form, and whether a later attempt can change that.
  const isUnsaved = useRef(false);
  const isRetryDue = useRef(false);

  const showConflict = useCallback(
    (saved: DraftNow | null, mine: unknown): void => {
      hasRead.current = true;
      const isFromThisDevice = saved !== null && saved.version === knownVersion.get();
      knownVersion.set(saved?.version ?? null);
      stored.current = saved?.value;
      if (saved === null || isFromThisDevice || isSame(saved.value, mine)) return;
      hasConflict.current = true;
      setAccountDraft(saved);
    },
    [knownVersion],
  );

  const isConflictShown = useCallback(() => hasConflict.current, []);
  const saveToAccount = useCallback(
    async (isLeaving: boolean): Promise<void> => {
      if (isOver.current || hasConflict.current || currentSession() === null) return;
      const params = { name };
      const value = withoutSecrets(form.getValues()) as Record<string, unknown>;
      try {
        if (isSame(value, stored.current)) {
          isUnsaved.current = false;
          return;
        }
        // A page that closes has no time to read first. The server refuses a version that is not current.
        if (!hasRead.current && !isLeaving) {
          showConflict((await call('getDraft', { params }, { isQuiet: true })).data.draft, value);
          if (isConflictShown()) return;
        }
        const { data } = await call(
          'saveDraft',
          { params, body: { value, version: knownVersion.get() } },
          { isQuiet: true, keepalive: isLeaving },
        );
        knownVersion.set(data.version);
        stored.current = value;
        isUnsaved.current = !isSame(withoutSecrets(form.getValues()), value);
      } catch (error) {
        const current = currentOf(error, 'DRAFT_CHANGED');
        if (current !== undefined) showConflict(current.draft, value);
        else isRetryDue.current = isTemporary(error);
      }
    },
    [form, isConflictShown, showConflict, name, knownVersion],
  );

  /** Serialised: a second concurrent save would conflict with the first. */
  const save = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    isRetryDue.current = false;
    sending.current = sending.current.then(() => saveToAccount(false));
  }, [saveToAccount]);

  useEffect(() => {
    const controller = new AbortController();
    call('getDraft', { params: { name } }, { isQuiet: true, signal: controller.signal })
      .then(({ data }) => {
        // Input made meanwhile has sent its own request.
        if (!hasRead.current) showConflict(data.draft, readDraft(name)?.value);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [showConflict, name]);

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        if (isDirty !== true) return;
        setTyped(true);
        isUnsaved.current = true;
        clearTimeout(timer.current);
        timer.current = setTimeout(save, saveDelayMs);
      },
    });
    const flush = () => {
      if (isUnsaved.current) save();
    };
    // A closed page runs no further step: this save cannot wait for another one.
    const flushAtOnce = () => {
      if (isUnsaved.current) void saveToAccount(true);
    };
    window.addEventListener('pagehide', flushAtOnce);
    window.addEventListener('online', flush);
    const retries = setInterval(() => {
      if (isRetryDue.current) flush();
    }, retryDelayMs);
    return () => {
      clearInterval(retries);
      window.removeEventListener('pagehide', flushAtOnce);
      window.removeEventListener('online', flush);
      stop();
      flush();
    };
  }, [form, save, saveToAccount]);

  /** Serialised with the saves, so that none of them ends after the deletion. */
  const deleteAccountDraft = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    isUnsaved.current = false;
    sending.current = sending.current.then(async () => {
      await call('deleteDraft', { params: { name } }, { isQuiet: true }).catch(() => undefined);
      knownVersion.set(null);
      stored.current = undefined;
    });
    await sending.current;
  }, [name, knownVersion]);

  const closeConflict = useCallback(() => {
    hasConflict.current = false;
    setAccountDraft(null);
  }, []);
  const end = useCallback(() => {
    isOver.current = true;
  }, []);
  return { other, isTyped, save, deleteAccountDraft, closeConflict, end };
}

/**
 * Also saves a form's draft to the account, and offers a draft of another device. Two devices do not overwrite each
 * other: the second one asks its user. Offline, only the device stores the draft; the account follows when a later
 * attempt succeeds.
 * @param draft draft of this device
 */
export function useAccountDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
  draft: FormDraft,
): Omit<FormDraft, 'clear'> & { readonly clear: () => Promise<void> } {
  const { t } = useTranslation('wizard');
  const account = useDraftOfAccount(form, name);
  const { other, isTyped, deleteAccountDraft, closeConflict, end } = account;
  const clear = useCallback(async (): Promise<void> => {
    end();
    draft.clear();
    await deleteAccountDraft();
  }, [draft, deleteAccountDraft, end]);
  const discard = useCallback(() => {
    draft.discard();
    closeConflict();
    void deleteAccountDraft();
  }, [draft, deleteAccountDraft, closeConflict]);
  const startOver = useCallback(() => {
    draft.startOver();
    void deleteAccountDraft();
  }, [draft, deleteAccountDraft]);

  if (other === null) return { ...draft, clear, discard, startOver };
  const applyTheirs = () => {
    draft.discard();
    closeConflict();
    form.reset(applyDraft(form.getValues(), other.value) as T, { keepDefaultValues: true });
  };
  const keepMine = () => {
    closeConflict();
    // Input of this visit is newer than the device's draft.
    if (draft.pendingSavedAt !== null && !isTyped) draft.resume();
    account.save();
  };
  const savedAt = Date.parse(other.savedAt);
  const date = isolated(formatMoment(new Date(savedAt)));
  const device = { question: t('draft.device', { date }), keep: t('draft.useMine') };
  // Without own input there is no conflict: the draft is offered like one of this device.
  return draft.pendingSavedAt === null && !isTyped
    ? { ...draft, pendingSavedAt: savedAt, resume: applyTheirs, discard, clear, startOver }
    : { ...draft, device, applyTheirs, keepMine, discard, clear, startOver };
}
