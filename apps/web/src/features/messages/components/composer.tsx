import { Stack, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ReactElement, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Colleague } from '../../../domain/processing/colleague-list.tsx';
import { clientKey } from '../../../lib/drafts/client-key.ts';
import { isolated, useFormats } from '../../../lib/format/formats.ts';
import { chosenFiles, keepChosen } from '../../../lib/drafts/chosen-files.ts';
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

/** Characters of a message or a note, as the contract has it. */
const maxLength = 2000;
/** From here on one sees how much room is left. */
const nearEnd = 1800;

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface Unsent {
  readonly text: string;
  /** What was tried to be sent, and its key: tried again it is the same message. */
  readonly tried: { readonly text: string; readonly key: string } | null;
  /** Whom the text has named, also where the name went again; absent in drafts of earlier versions. */
  readonly named?: readonly Colleague[];
  /** Documents that go along; absent in drafts of earlier versions. */
  readonly documents?: readonly AttachedDocument[];
}

const nothing: Unsent = { text: '', tried: null, named: [], documents: [] };

export interface Written {
  readonly body: string;
  readonly clientKey: string;
  /** Ids of the colleagues whose `@name` stands in the text. */
  readonly mentions: string[];
  readonly attached: Attached;
}

/** Where one writes. What is not sent yet stays on this device; its draft has no version, for a message is always new. */
export function Composer({
  draft,
  label,
  action,
  around = (field) => field,
  attachTo,
  sending,
  onSend,
}: {
  /** Name of the draft. */
  draft: string;
  label: string;
  action: string;
  /** What is put around the field, such as the answers that an organisation keeps. */
  around?: (field: ReactElement, mention: (colleague: Colleague) => void) => ReactElement;
  /** The step whose documents may go along; absent where nothing does. */
  attachTo?: number;
  /** How far what is sent has come, 0–1, and how to stop it. */
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
    keepChosen(draft, next.files);
  };
  const send = async () => {
    if (body === '' || isSending) return;
    const earlier = kept.current?.tried;
    const signature = signatureOf(body, attached);
    const tried = earlier?.text === signature ? earlier : { text: signature, key: clientKey() };
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
      // Whoever stops it knows; what was written and chosen stays.
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
