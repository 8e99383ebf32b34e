import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import {
  clearDraft,
  type Draft,
  draftKey,
  isOwnDevice,
  presentOwner,
  readDraft,
  takeForOwnDevice,
  thisWindow,
  withoutSecrets,
  writeDraft,
} from './draft-store.ts';
import { endReturn, hasSignedOut, isReturning } from '../session/session.ts';

/** How long after the last key a draft is written. */
const pauseMs = 400;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * A draft over the form's present values: what it left out, passwords, identity numbers and files, stays as it is. A draft of an earlier
 * version may say "nothing" in another way than the field does now (null for '', '' for null or for a list).
 */
export function withDraft(present: unknown, draft: unknown): unknown {
  if (isPlain(present)) {
    if (!isPlain(draft)) return present;
    const members = Object.entries(draft).map(([key, item]) => [
      key,
      withDraft(present[key], item),
    ]);
    return { ...present, ...Object.fromEntries(members) };
  }
  if (Array.isArray(present)) return Array.isArray(draft) ? draft : [];
  const isEmpty = (value: unknown) => value === null || value === '';
  return isEmpty(draft) && isEmpty(present) ? present : draft;
}

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(withoutSecrets(one)) === JSON.stringify(withoutSecrets(other));

/** Members that a form fills by itself and that belong to what was typed. */
const madeByForm: ReadonlySet<string> = new Set(['version', 'key']);

/**
 * The present values with what the draft changed since `base`. The draft's `version` stays, so that the server answers
 * with the conflict where somebody else has saved meanwhile; so does its `key`, by which the server knows what it has
 * made already.
 */
function withChanges(present: unknown, draft: unknown, base: unknown): unknown {
  if (!isPlain(present) || !isPlain(draft) || !isPlain(base))
    return isSame(draft, base) ? present : withDraft(present, draft);
  const members = Object.entries(draft).map(([key, item]) => [
    key,
    madeByForm.has(key) ? item : withChanges(present[key], item, base[key]),
  ]);
  return { ...present, ...Object.fromEntries(members) };
}

export interface FormDraft {
  /** When a draft from an earlier visit was saved that waits for a decision. */
  readonly found: number | null;
  readonly savedAt: number | null;
  /** What was edited has changed since the draft that waits. */
  readonly hasChanged: boolean;
  /** What was typed came back by itself. */
  readonly isResumed: boolean;
  /** Lets go of what came back: the form is as it began. */
  readonly startOver: () => void;
  /** The device keeps nothing: said, so that nobody relies on it. */
  readonly isRefused: boolean;
  /** What says that this device is the person's own, so that the draft outlives the tab; null where that was said. */
  readonly keepHere: (() => void) | null;
  /** When another window wrote this draft while the form stood open here: nothing is kept until one is chosen. */
  readonly elsewhere: number | null;
  /** When another device wrote this draft on the account: likewise, one is chosen. */
  readonly device?: { readonly question: string; readonly keep: string };
  /** What was typed in the other window comes here. */
  readonly takeOther: () => void;
  /** What is typed here takes the place of the other draft. */
  readonly keepOwn: () => void;
  readonly resume: () => void;
  readonly discard: () => void;
  /** After a success: the draft has served. */
  readonly clear: () => void;
}

/** The stored draft of a form: what other windows wrote of it, and how it is written and fills the form. */
function useStoredDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
  owner: ReturnType<typeof presentOwner>,
  { kept, isBack }: { readonly kept: Draft<T> | null; readonly isBack: boolean },
) {
  const baseRef = useRef<unknown>(form.formState.defaultValues);
  const [savedAt, setSavedAt] = useState(isBack && kept !== null ? kept.savedAt : null);
  const [isRefused, setRefused] = useState(false);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The draft that this form began with or wrote itself.
  const knownRef = useRef(kept);
  /** The stored draft holds what this form shows: it goes when the form is saved or undone. */
  const isOwnDraftRef = useRef(false);

  /** What another window wrote since; null where there is nothing new. */
  const written = useCallback((): Draft<T> | null => {
    const there = readDraft<T>(name, { owner });
    if (there === null || there.by === thisWindow) return null;
    const { by, savedAt: at } = knownRef.current ?? {};
    return there.by === by && there.savedAt === at ? null : there;
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
        draft.base === undefined ? withDraft(now, value) : withChanges(now, value, draft.base);
      form.reset(next as T, { keepDefaultValues: true });
      // It is stored already: written again it would interrupt another window.
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
    written,
    write,
    fill,
  };
}

/**
 * Stores a form's values while the user types. The form restores them when it opens again. It offers them instead when
 * the edited record has changed meanwhile or the form `asks`. After a session that ended here it always restores them.
 * Passwords, identity numbers and files are left out. Two windows do not overwrite each other's draft: the second one
 * asks which to use.
 */
export function useFormDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
  {
    asks = false,
  }: {
    /** It makes something new, or others use the device: nothing comes back unasked. */
    readonly asks?: boolean;
  } = {},
): FormDraft {
  // The owner stays who opened the form: the session may be over when the last words are written.
  const [owner] = useState(presentOwner);
  const [kept] = useState(() => readDraft<T>(name, { owner }));
  const [isCurrent] = useState(() => isSame(kept?.base, form.formState.defaultValues));
  const hasChanged = !asks && kept?.base !== undefined && !isCurrent;
  const [isBack] = useState(() => kept !== null && (isReturning() || (!asks && isCurrent)));
  const [isResumed, setResumed] = useState(isBack);
  const [found, setFound] = useState(isBack ? null : kept);
  const stored = useStoredDraft(form, name, owner, { kept, isBack });
  const { baseRef, savedAt, setSavedAt, timerRef, knownRef, isOwnDraftRef, written, write, fill } =
    stored;
  const [isOwn, setOwn] = useState(() => isOwnDevice(owner));
  const isCleared = useRef(false);
  const [elsewhere, setElsewhere] = useState<number | null>(null);

  useEffect(() => {
    const meet = (): boolean => {
      const there = written();
      if (there !== null) {
        setFound(null);
        setElsewhere(there.savedAt);
      }
      return there !== null;
    };
    const save = () => {
      timerRef.current = undefined;
      if (!isCleared.current && !meet()) write();
    };
    const onStorage = ({ key }: StorageEvent) => {
      if (key === draftKey(name, owner) && !isCleared.current) meet();
    };
    window.addEventListener('storage', onStorage);
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty, defaultValues }) => {
        baseRef.current = defaultValues;
        clearTimeout(timerRef.current);
        timerRef.current = isDirty === true ? setTimeout(save, pauseMs) : undefined;
        if (isDirty === true || !isOwnDraftRef.current || written() !== null) return;
        isOwnDraftRef.current = false;
        clearDraft(name, { owner });
        setSavedAt(null);
        setResumed(false);
      },
    });
    // A tab closed, a page left or a session ended within those 400 ms loses nothing.
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
  }, [form, name, owner, write, written, baseRef, setSavedAt, timerRef, isOwnDraftRef]);

  useEffect(() => {
    if (!isBack || kept === null) return;
    fill(kept);
    endReturn();
  }, [isBack, kept, fill]);

  const resume = useCallback(() => {
    if (kept === null) return;
    fill(kept);
    setSavedAt(kept.savedAt);
    setFound(null);
  }, [kept, fill, setSavedAt]);

  const takeOther = useCallback(() => {
    const there = written();
    setElsewhere(null);
    if (there === null) return;
    knownRef.current = there;
    fill(there);
    setSavedAt(there.savedAt);
  }, [fill, written, setSavedAt, knownRef]);

  const keepOwn = useCallback(() => {
    setElsewhere(null);
    write();
  }, [write]);

  const keepHere = useCallback(() => {
    takeForOwnDevice(owner);
    setOwn(isOwnDevice(owner));
    knownRef.current = readDraft<T>(name, { owner });
  }, [name, owner, knownRef]);

  const startOver = useCallback(() => form.reset(), [form]);

  const discard = useCallback(() => {
    clearTimeout(timerRef.current);
    timerRef.current = undefined;
    clearDraft(name, { owner });
    setFound(null);
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
    found: found?.savedAt ?? null,
    savedAt,
    hasChanged,
    isResumed,
    startOver,
    isRefused: stored.isRefused,
    keepHere: isOwn ? null : keepHere,
    elsewhere,
    takeOther,
    keepOwn,
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
