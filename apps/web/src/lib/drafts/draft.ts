import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import {
  clearDraft,
  type Draft,
  draftKey,
  isOwnDevice,
  currentOwner,
  readDraft,
  markAsOwnDevice,
  windowId,
  withoutSecrets,
  writeDraft,
} from './draft-store.ts';
import { clearReturn, hasSignedOut, isReturning } from '../session/session.ts';

const saveDelayMs = 400;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Applies a draft to the form's present values. Passwords, identity numbers and files, which drafts omit, stay as they
 * are. A draft of an earlier version may represent an empty field differently: null for '', or '' for null or a list.
 */
export function applyDraft(present: unknown, draft: unknown): unknown {
  if (isPlain(present)) {
    if (!isPlain(draft)) return present;
    const members = Object.entries(draft).map(([key, item]) => [
      key,
      applyDraft(present[key], item),
    ]);
    return { ...present, ...Object.fromEntries(members) };
  }
  if (Array.isArray(present)) return Array.isArray(draft) ? draft : [];
  const isEmpty = (value: unknown) => value === null || value === '';
  return isEmpty(draft) && isEmpty(present) ? present : draft;
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(withoutSecrets(one)) === JSON.stringify(withoutSecrets(other));

/** Members that a form sets by itself and that belong to the typed values. */
const formManagedFields: ReadonlySet<string> = new Set(['version', 'key']);

/**
 * Applies what the draft changed since `base` to the present values. The draft's `version` stays, so that the server
 * detects a conflict. Its `key` also stays, so that the server recognises a record that it already created.
 */
function applyDraftChanges(present: unknown, draft: unknown, base: unknown): unknown {
  if (!isPlain(present) || !isPlain(draft) || !isPlain(base))
    return isSame(draft, base) ? present : applyDraft(present, draft);
  const members = Object.entries(draft).map(([key, item]) => [
    key,
    formManagedFields.has(key) ? item : applyDraftChanges(present[key], item, base[key]),
  ]);
  return { ...present, ...Object.fromEntries(members) };
}

export interface FormDraft {
  /** When the draft that awaits a decision was saved. */
  readonly pendingSavedAt: number | null;
  readonly savedAt: number | null;
  /** The record has changed since the draft was saved. */
  readonly hasChanged: boolean;
  /** The draft was restored without a question. */
  readonly isResumed: boolean;
  readonly startOver: () => void;
  /** The device refuses to store drafts; the form shows a warning. */
  readonly isRefused: boolean;
  /** Declares this device as personal, so that the draft outlives the tab; null when already declared. */
  readonly keepOnDevice: (() => void) | null;
  /** When another window wrote this draft while the form was open; saving stops until the user chooses. */
  readonly otherWindowSavedAt: number | null;
  /** Wording of the choice when another device wrote this draft to the account. */
  readonly device?: { readonly question: string; readonly keep: string };
  readonly applyTheirs: () => void;
  readonly keepMine: () => void;
  readonly resume: () => void;
  readonly discard: () => void;
  /** Deletes the draft after a success. */
  readonly clear: () => void;
}

/** Stored draft of a form: detects writes by other windows, writes the draft and fills the form with it. */
function useStoredDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
  owner: ReturnType<typeof currentOwner>,
  {
    initialDraft,
    isRestored,
  }: { readonly initialDraft: Draft<T> | null; readonly isRestored: boolean },
) {
  const baseRef = useRef<unknown>(form.formState.defaultValues);
  const [savedAt, setSavedAt] = useState(
    isRestored && initialDraft !== null ? initialDraft.savedAt : null,
  );
  const [isRefused, setRefused] = useState(false);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The draft that this form began with or wrote itself.
  const knownRef = useRef(initialDraft);
  /** The stored draft equals this form's values: saving or undoing the form deletes it. */
  const isOwnDraftRef = useRef(false);

  /** Draft that another window wrote since; null when unchanged. */
  const readForeignDraft = useCallback((): Draft<T> | null => {
    const foreignDraft = readDraft<T>(name, { owner });
    if (foreignDraft === null || foreignDraft.by === windowId) return null;
    const { by, savedAt: at } = knownRef.current ?? {};
    return foreignDraft.by === by && foreignDraft.savedAt === at ? null : foreignDraft;
  }, [name, owner]);

  const write = useCallback(() => {
    timerRef.current = undefined;
    const at = writeDraft(name, form.getValues(), { owner, base: baseRef.current });
    knownRef.current = at === null ? null : readDraft<T>(name, { owner });
    isOwnDraftRef.current = at !== null;
    setSavedAt(at);
    setRefused(at === null);
  }, [form, name, owner]);

  const fill = useCallback(
    (draft: Draft<T>) => {
      const [now, { value }] = [form.getValues(), draft];
      const next =
        draft.base === undefined
          ? applyDraft(now, value)
          : applyDraftChanges(now, value, draft.base);
      form.reset(next as T, { keepDefaultValues: true });
      // Already stored: a second write would interrupt another window.
      clearTimeout(timerRef.current);
      timerRef.current = undefined;
      isOwnDraftRef.current = true;
    },
    [form],
  );

  return {
    baseRef,
    savedAt,
    setSavedAt,
    isRefused,
    timerRef,
    knownRef,
    isOwnDraftRef,
    readForeignDraft,
    write,
    fill,
  };
}

/**
 * Stores a form's values while the user types, and restores them when the form opens again. It offers them instead when
 * the edited record has changed or the form sets `alwaysAsks`. After a session that ended here, it always restores them.
 * Passwords, identity numbers and files are left out. Two windows do not overwrite each other's draft: the second one
 * asks which to use.
 */
export function useFormDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
  {
    alwaysAsks = false,
  }: {
    /** Always asks before it restores: the form creates a new record, or the device is shared. */
    readonly alwaysAsks?: boolean;
  } = {},
): FormDraft {
  // The owner is fixed at mount: the session may be over when the last values are written.
  const [owner] = useState(currentOwner);
  const [initialDraft] = useState(() => readDraft<T>(name, { owner }));
  const [isBaseCurrent] = useState(() => isSame(initialDraft?.base, form.formState.defaultValues));
  const hasChanged = !alwaysAsks && initialDraft?.base !== undefined && !isBaseCurrent;
  const [isRestored] = useState(
    () => initialDraft !== null && (isReturning() || (!alwaysAsks && isBaseCurrent)),
  );
  const [isResumed, setResumed] = useState(isRestored);
  const [pendingDraft, setPendingDraft] = useState(isRestored ? null : initialDraft);
  const stored = useStoredDraft(form, name, owner, { initialDraft, isRestored });
  const {
    baseRef,
    savedAt,
    setSavedAt,
    timerRef,
    knownRef,
    isOwnDraftRef,
    readForeignDraft,
    write,
    fill,
  } = stored;
  const [isPersonalDevice, setPersonalDevice] = useState(() => isOwnDevice(owner));
  const isCleared = useRef(false);
  const [otherWindowSavedAt, setOtherWindowSavedAt] = useState<number | null>(null);

  useEffect(() => {
    const showConflict = (): boolean => {
      const foreignDraft = readForeignDraft();
      if (foreignDraft !== null) {
        setPendingDraft(null);
        setOtherWindowSavedAt(foreignDraft.savedAt);
      }
      return foreignDraft !== null;
    };
    const save = () => {
      timerRef.current = undefined;
      if (!isCleared.current && !showConflict()) write();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === draftKey(name, owner) && !isCleared.current) showConflict();
    };
    window.addEventListener('storage', onStorage);
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty, defaultValues }) => {
        baseRef.current = defaultValues;
        clearTimeout(timerRef.current);
        timerRef.current = isDirty === true ? setTimeout(save, saveDelayMs) : undefined;
        if (isDirty === true || !isOwnDraftRef.current || readForeignDraft() !== null) return;
        isOwnDraftRef.current = false;
        clearDraft(name, { owner });
        setSavedAt(null);
        setResumed(false);
      },
    });
    // Closing the tab, leaving the page or ending the session flushes a pending write.
    const flush = () => {
      if (timerRef.current === undefined) return;
      clearTimeout(timerRef.current);
      if (!hasSignedOut()) save();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('storage', onStorage);
      stop();
      flush();
    };
  }, [form, name, owner, write, readForeignDraft, baseRef, setSavedAt, timerRef, isOwnDraftRef]);

  useEffect(() => {
    if (!isRestored || initialDraft === null) return;
    fill(initialDraft);
    clearReturn();
  }, [isRestored, initialDraft, fill]);

  const resume = useCallback(() => {
    if (initialDraft === null) return;
    fill(initialDraft);
    setSavedAt(initialDraft.savedAt);
    setPendingDraft(null);
  }, [initialDraft, fill, setSavedAt]);

  const applyTheirs = useCallback(() => {
    const foreignDraft = readForeignDraft();
    setOtherWindowSavedAt(null);
    if (foreignDraft === null) return;
    knownRef.current = foreignDraft;
    fill(foreignDraft);
    setSavedAt(foreignDraft.savedAt);
  }, [fill, readForeignDraft, setSavedAt, knownRef]);

  const keepMine = useCallback(() => {
    setOtherWindowSavedAt(null);
    write();
  }, [write]);

  const keepOnDevice = useCallback(() => {
    markAsOwnDevice(owner);
    setPersonalDevice(isOwnDevice(owner));
    knownRef.current = readDraft<T>(name, { owner });
  }, [name, owner, knownRef]);

  const startOver = useCallback(() => form.reset(), [form]);

  const discard = useCallback(() => {
    clearTimeout(timerRef.current);
    timerRef.current = undefined;
    clearDraft(name, { owner });
    setPendingDraft(null);
    setSavedAt(null);
    setResumed(false);
  }, [name, owner, setSavedAt, timerRef]);

  const clear = useCallback(() => {
    isCleared.current = true;
    clearTimeout(timerRef.current);
    timerRef.current = undefined;
    clearDraft(name, { owner });
  }, [name, owner, timerRef]);

  return {
    pendingSavedAt: pendingDraft?.savedAt ?? null,
    savedAt,
    hasChanged,
    isResumed,
    startOver,
    isRefused: stored.isRefused,
    keepOnDevice: isPersonalDevice ? null : keepOnDevice,
    otherWindowSavedAt,
    applyTheirs,
    keepMine,
    resume,
    discard,
    clear,
  };
}

/**
 * State that is stored like a form's draft, for a small form without React Hook Form.
 * @returns the value, its setter, and a function that deletes the draft
 */
export function useDraftState<T>(
  name: string,
  initial: T,
): readonly [value: T, change: (next: T) => void, clear: () => void] {
  const [value, setValue] = useState(() => readDraft<T>(name)?.value ?? initial);
  const change = (next: T) => {
    setValue(next);
    if (isSame(next, initial)) clearDraft(name);
    else writeDraft(name, next);
  };
  return [value, change, () => clearDraft(name)];
}
