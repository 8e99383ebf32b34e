import type { DraftNow } from '@wasl/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { call } from '../../../lib/http/api-client.ts';
import { type FormDraft, withDraft } from '../../../lib/drafts/draft.ts';
import {
  clearDraft,
  readDraft,
  withoutSecrets,
  writeDraft,
} from '../../../lib/drafts/draft-store.ts';
import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import { currentOf } from '../../../lib/http/http.ts';
import { currentSession } from '../../../lib/session/session.ts';

/** Milliseconds between the last key and the save to the account; longer than the debounce of the device. */
const pauseMs = 1000;

/** Whether two drafts are equal, ignoring the order of members. */
function isSame(one: unknown, other: unknown): boolean {
  const ordered = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries([...Object.entries(value)].sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(one, ordered) === JSON.stringify(other, ordered);
}

/**
 * Version of the account's draft that this device last wrote or read. It is stored with the device's draft for all
 * windows, which resolve conflicts among themselves.
 */
function seenVersion(name: string) {
  const beside = `${name}~account`;
  let here: number | null = null;
  return {
    get: (): number | null => readDraft<number>(beside)?.value ?? here,
    set: (version: number | null): void => {
      here = version;
      if (version === null) clearDraft(beside);
      else writeDraft(beside, version);
    },
  };
}

/**
 * Also saves a form's draft to the account, and offers a draft of another device. Two devices do not overwrite each
 * other: the second one asks its user. Offline, only the device stores the draft; the next change updates the account.
 * @param draft draft of this device
 */
export function useAccountDraft<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  name: string,
  draft: FormDraft,
): Omit<FormDraft, 'clear'> & { readonly clear: () => Promise<void> } {
  const { t } = useTranslation('wizard');
  const [other, setOther] = useState<DraftNow | null>(null);
  const [isTyped, setTyped] = useState(false);
  const [seen] = useState(() => seenVersion(name));
  // No save before the account's draft was read, so that it is not overwritten unseen.
  const isAsked = useRef(false);
  const asking = useRef(false);
  // Last known draft in the account. Saving it again would restore it after it was submitted elsewhere.
  const stored = useRef<unknown>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const isOver = useRef(false);

  const meet = useCallback(
    (there: DraftNow | null, mine: unknown): void => {
      isAsked.current = true;
      const isOurs = there !== null && there.version === seen.get();
      seen.set(there?.version ?? null);
      stored.current = there?.value;
      if (there === null || isOurs || isSame(there.value, mine)) return;
      asking.current = true;
      setOther(there);
    },
    [seen],
  );

  const hasQuestion = useCallback(() => asking.current, []);
  const put = useCallback(
    async (isLeaving: boolean): Promise<void> => {
      if (isOver.current || asking.current || currentSession() === null) return;
      const params = { name };
      const value = withoutSecrets(form.getValues()) as Record<string, unknown>;
      try {
        if (isSame(value, stored.current)) return;
        if (!isAsked.current) {
          meet((await call('getDraft', { params }, { isQuiet: true })).data.draft, value);
          if (hasQuestion()) return;
        }
        const { data } = await call(
          'saveDraft',
          { params, body: { value, version: seen.get() } },
          { isQuiet: true, keepalive: isLeaving },
        );
        seen.set(data.version);
        stored.current = value;
      } catch (error) {
        const current = currentOf(error, 'DRAFT_CHANGED');
        if (current !== undefined) meet(current.draft, value);
      }
    },
    [form, hasQuestion, meet, name, seen],
  );

  /** Serialised: a second concurrent save would conflict with the first. */
  const save = useCallback(
    (isLeaving = false): void => {
      timer.current = undefined;
      sending.current = sending.current.then(() => put(isLeaving));
    },
    [put],
  );

  useEffect(() => {
    const controller = new AbortController();
    call('getDraft', { params: { name } }, { isQuiet: true, signal: controller.signal })
      .then(({ data }) => {
        // Input made meanwhile has sent its own request.
        if (!isAsked.current) meet(data.draft, readDraft(name)?.value);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [meet, name]);

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty }) => {
        if (isDirty !== true) return;
        setTyped(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(save, pauseMs);
      },
    });
    const flush = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      save(true);
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      stop();
      flush();
    };
  }, [form, save]);

  const letGo = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    await sending.current;
    await call('deleteDraft', { params: { name } }, { isQuiet: true }).catch(() => undefined);
    seen.set(null);
    stored.current = undefined;
  }, [name, seen]);

  const clear = useCallback(async (): Promise<void> => {
    isOver.current = true;
    draft.clear();
    await letGo();
  }, [draft, letGo]);
  const discard = useCallback(() => {
    draft.discard();
    asking.current = false;
    setOther(null);
    void letGo();
  }, [draft, letGo]);
  const startOver = useCallback(() => {
    draft.startOver();
    void letGo();
  }, [draft, letGo]);

  if (other === null) return { ...draft, clear, discard, startOver };
  const decided = () => {
    asking.current = false;
    setOther(null);
  };
  const take = () => {
    draft.discard();
    decided();
    form.reset(withDraft(form.getValues(), other.value) as T, { keepDefaultValues: true });
  };
  const keepOwn = () => {
    decided();
    if (draft.found !== null) draft.resume();
    save();
  };
  const savedAt = Date.parse(other.savedAt);
  const date = isolated(formatMoment(new Date(savedAt)));
  const device = { question: t('draft.device', { date }), keep: t('draft.keepHere') };
  // Without own input there is no conflict: the draft is offered like one of this device.
  return draft.found === null && !isTyped
    ? { ...draft, found: savedAt, resume: take, discard, clear, startOver }
    : { ...draft, device, takeOther: take, keepOwn, discard, clear, startOver };
}
