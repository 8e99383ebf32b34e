import { Stack, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactElement, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Colleague } from '../../../domain/processing/colleague-list.tsx';
import { randomUuid } from '../../../lib/drafts/random-uuid.ts';
import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { chosenFiles, storeChosenFiles } from '../../../lib/drafts/chosen-files.ts';
import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts/draft-store.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { directionOf } from '../../../ui/form/direction.ts';
import { Actions } from '../../../ui/layout/actions.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ProgressButton } from '../../../ui/progress-button.tsx';
import { useHold } from '../../../ui/use-hold.ts';
import {
  type Attached,
  type AttachedDocument,
  nothingAttached,
  signatureOf,
} from '../rules/attached.ts';
import { namedIn } from '../rules/named-in.ts';
import { Attach } from './attach.tsx';

/** Limit of the contract for a message or note, in characters. */
const maxLength = 2000;
/** Characters from which the remaining length is shown. */
const nearEnd = 1800;

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface Unsent {
  readonly text: string;
  /** Last attempted message with its idempotency key, which a retry reuses. */
  readonly tried: { readonly text: string; readonly key: string } | null;
  /** Colleagues mentioned so far, even if the mention was deleted; absent in drafts of earlier versions. */
  readonly named?: readonly Colleague[];
  /** Attached documents; absent in drafts of earlier versions. */
  readonly documents?: readonly AttachedDocument[];
}

const nothing: Unsent = { text: '', tried: null, named: [], documents: [] };

export interface Written {
  readonly body: string;
  readonly clientKey: string;
  /** Ids of the colleagues whose `@name` is in the text. */
  readonly mentions: string[];
  readonly attached: Attached;
}

/** Field for a message. Unsent text stays on this device; the draft has no version, because a message is always new. */
export function Composer({
  draft,
  label,
  action,
  around = (field) => field,
  attachTo,
  sending,
  onSend,
}: {
  draft: string;
  label: string;
  action: string;
  /** Wraps the field, for example with the stored answers of an organisation. */
  around?: (field: ReactElement, mention: (colleague: Colleague) => void) => ReactElement;
  /** Step whose documents can be attached; absent where attachments are not supported. */
  attachTo?: number;
  /** Uploaded share, 0–1, and a function that cancels the upload. */
  sending?: { readonly progress: number; readonly cancel: () => void };
  onSend: (written: Written) => Promise<unknown>;
}) {
  const { t } = useTranslation('messages');
  const { list } = useFormats();
  const kept = useRef<Unsent>(null);
  kept.current ??= readDraft<Unsent>(draft)?.value ?? nothing;
  const [text, setText] = useState(kept.current.text);
  const [attached, setAttached] = useState<Attached>(() => ({
    documents: kept.current?.documents ?? [],
    files: chosenFiles(draft),
  }));
  useHold(attached.files.length > 0);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const body = text.trim();
  const named = namedIn(text, kept.current.named ?? []);

  const keep = (change: Partial<Unsent>) => {
    const unsent = { ...(kept.current ?? nothing), ...change };
    kept.current = unsent;
    if (unsent.text === '' && (unsent.documents ?? []).length === 0) clearDraft(draft);
    else writeDraft(draft, unsent);
  };
  const attach = (next: Attached) => {
    setAttached(next);
    keep({ documents: next.documents });
    storeChosenFiles(draft, next.files);
  };
  const send = async () => {
    if (body === '' || isSending) return;
    const earlier = kept.current?.tried;
    const signature = signatureOf(body, attached);
    const tried = earlier?.text === signature ? earlier : { text: signature, key: randomUuid() };
    keep({ tried });
    setFailure(null);
    setSending(true);
    try {
      const mentions = named.map(({ id }) => id);
      await onSend({ body, clientKey: tried.key, mentions, attached });
      setText('');
      attach(nothingAttached);
      keep(nothing);
    } catch (error) {
      // Cancelling is no error; text and attachments stay.
      if (!isAbort(error)) setFailure(error);
    } finally {
      setSending(false);
    }
  };

  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {around(
        <Textarea
          label={label}
          value={text}
          autosize={false}
          rows={3}
          maxLength={maxLength}
          {...directionOf(text)}
          readOnly={isSending}
          description={
            text.length >= nearEnd ? t('compose.left', { count: maxLength - text.length }) : null
          }
          onChange={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            keep({ text: value });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void send();
            }
          }}
        />,
        (colleague) => {
          const others = (kept.current?.named ?? []).filter(({ id }) => id !== colleague.id);
          keep({ named: [...others, colleague] });
        },
      )}
      {named.length === 0 ? null : (
        <p role="status" className={`${layout['small'] ?? ''} ${layout['wrap'] ?? ''}`}>
          {t('notes.told', { names: list(named.map(({ name }) => isolated(name))) })}
        </p>
      )}
      {attachTo === undefined ? null : (
        <Attach stepId={attachTo} attached={attached} isDisabled={isSending} onChange={attach} />
      )}
      <FailureBanner failure={failure} />
      <Actions>
        <ProgressButton
          type="submit"
          disabled={body === ''}
          isRunning={isSending}
          {...(sending === undefined || attached.files.length === 0
            ? {}
            : { progress: sending.progress, onCancel: sending.cancel })}
          leftSection={<IconSend size={18} aria-hidden data-turns />}
        >
          {action}
        </ProgressButton>
      </Actions>
    </Stack>
  );
}
