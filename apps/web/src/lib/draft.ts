import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { currentSession } from './session.ts';

export interface Draft<T> {
  readonly value: T;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const maxAge = 30 * 24 * 3_600_000;
const secret = /password/i;

/** Drafts belong to a person: another one signing in on the same device sees none of them. */
function keyOf(name: string): string {
  return `draft:${currentSession()?.email ?? 'anonymous'}:${name}`;
}

/** What may be written down: no passwords, no files, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value instanceof Blob) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !secret.test(key))
      .map(([key, item]) => [key, withoutSecrets(item)]),
  );
}

/** The draft kept under a name, or null when there is none, it is unreadable or a month old. */
export function readDraft<T>(name: string, now = Date.now()): Draft<T> | null {
  try {
    const text = localStorage.getItem(keyOf(name));
    if (text === null) return null;
    const draft = JSON.parse(text) as Draft<T>;
    return typeof draft.savedAt === 'number' && now - draft.savedAt < maxAge ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft on this device. Returns when it was saved, or null when the device has no room. */
export function writeDraft(name: string, value: unknown, now = Date.now()): number | null {
  try {
    localStorage.setItem(
      keyOf(name),
      JSON.stringify({ value: withoutSecrets(value), savedAt: now }),
    );
    return now;
  } catch {
    return null;
  }
}

export function clearDraft(name: string): void {
  localStorage.removeItem(keyOf(name));
}

export interface FormDraft {
  /** A draft from an earlier visit that waits for a decision. */
  readonly found: number | null;
  readonly savedAt: number | null;
  readonly resume: () => void;
  readonly discard: () => void;
  /** After a success: the draft has served. */
  readonly clear: () => void;
}

/** Keeps a form's values while one types, and offers those of an earlier visit. Passwords are left out. */
export function useFormDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
): FormDraft {
  const [found, setFound] = useState(() => readDraft<T>(name)?.savedAt ?? null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isCleared = useRef(false);

  useEffect(() => {
    const save = () => {
      if (!isCleared.current) setSavedAt(writeDraft(name, form.getValues()));
    };
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        if (isDirty !== true) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(save, 400);
      },
    });
    // A tab closed within those 400 ms loses nothing.
    const flush = () => {
      if (form.formState.isDirty) save();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('pagehide', flush);
      stop();
    };
  }, [form, name]);

  const resume = useCallback(() => {
    const draft = readDraft<T>(name);
    if (draft !== null) {
      form.reset({ ...form.getValues(), ...draft.value }, { keepDefaultValues: true });
      setSavedAt(draft.savedAt);
    }
    setFound(null);
  }, [form, name]);

  const discard = useCallback(() => {
    clearTimeout(timer.current);
    clearDraft(name);
    setFound(null);
    setSavedAt(null);
  }, [name]);

  const clear = useCallback(() => {
    isCleared.current = true;
    clearTimeout(timer.current);
    clearDraft(name);
  }, [name]);

  return { found, savedAt, resume, discard, clear };
}
