import { Stack, Textarea } from '@mantine/core';
import type { StepFilePart } from '@wasl/contracts';
import { IconSend } from '@tabler/icons-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';

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
import { useLeaveConfirmation } from '../../../ui/use-leave-confirmation.ts';
import {
  type Attachments,
  type AttachedDocument,
  noAttachments,
  messageSignature,
} from '../rules/attachments.ts';
import { mentionedColleagues } from '../rules/mentions.ts';
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

const emptyMessage: Unsent = { text: '', tried: null, named: [], documents: [] };

export interface ComposedMessage {
  readonly body: string;
  readonly clientKey: string;
  /** Ids of the colleagues whose `@name` is in the text. */
  readonly mentions: string[];
  readonly attached: Attachments;
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
  onSend: (written: ComposedMessage) => Promise<unknown>;
}) {
  const { t } = useTranslation('messages');
  const { list } = useFormats();
  const unsentRef = useRef<Unsent>(null);
  unsentRef.current ??= readDraft<Unsent>(draft)?.value ?? emptyMessage;
  const [text, setText] = useState(unsentRef.current.text);
  const [attached, setAttached] = useState<Attachments>(() => ({
    documents: unsentRef.current?.documents ?? [],
    files: chosenFiles(draft),
  }));
  useLeaveConfirmation(attached.files.length > 0);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // Answering is the next move: each link to the messages leads into their field, not to the notes.
  const isLed = attachTo !== undefined && hash === `#${'messages' satisfies StepFilePart}`;
  useEffect(() => {
    if (isLed) form.current?.querySelector('textarea')?.focus();
  }, [isLed, key]);
  const body = text.trim();
  const named = mentionedColleagues(text, unsentRef.current.named ?? []);

  const store = (change: Partial<Unsent>) => {
    const unsent = { ...(unsentRef.current ?? emptyMessage), ...change };
    unsentRef.current = unsent;
    if (unsent.text === '' && (unsent.documents ?? []).length === 0) clearDraft(draft);
    else writeDraft(draft, unsent);
  };
  const attach = (next: Attachments) => {
    setAttached(next);
    store({ documents: next.documents });
    storeChosenFiles(draft, next.files);
  };
  const send = async () => {
    if (body === '' || isSending) return;
    const earlier = unsentRef.current?.tried;
    const signature = messageSignature(body, attached);
    const tried = earlier?.text === signature ? earlier : { text: signature, key: randomUuid() };
    store({ tried });
    setFailure(null);
    setSending(true);
    try {
      const mentions = named.map(({ id }) => id);
      await onSend({ body, clientKey: tried.key, mentions, attached });
      setText('');
      attach(noAttachments);
      store(emptyMessage);
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
      ref={form}
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
            store({ text: value });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void send();
            }
          }}
        />,
        (colleague) => {
          const others = (unsentRef.current?.named ?? []).filter(({ id }) => id !== colleague.id);
          store({ named: [...others, colleague] });
        },
      )}
      {named.length === 0 ? null : (
        <p role="status" className={`${layout['small'] ?? ''} ${layout['wrap'] ?? ''}`}>
          {t('notes.recipients', { names: list(named.map(({ name }) => isolated(name))) })}
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
          leftSection={<IconSend size={18} aria-hidden data-mirrored />}
        >
          {action}
        </ProgressButton>
      </Actions>
    </Stack>
  );
}
