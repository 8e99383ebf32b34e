import { deleteMessageSeconds, type MessageView, type Role } from '@wasl/contracts';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { WithSuggestions } from '../../../domain/processing/with-suggestions.tsx';
import { call } from '../../../lib/http/api-client.ts';
import { formatMoment, isolated } from '../../../lib/format/formats.ts';
import { ApiError } from '../../../lib/http/http.ts';
import { usePollingInterval } from '../../../lib/http/polling-interval.ts';
import { refreshConversations } from '../api/refresh-conversations.ts';
import { serverNow } from '../../../lib/http/server-time.ts';
import { useEndpoint, useEndpointAction } from '../../../lib/http/use-endpoint.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LoadingOrError } from '../../../ui/states.tsx';
import { useAttempt } from '../../../ui/use-failure.ts';
import { AnswerState } from './answer-state.tsx';
import { Composer } from './composer.tsx';
import { EntryList } from './entry-list.tsx';
import { mergeEntries } from '../rules/merge-entries.ts';
import { useEarlierEntries } from './use-earlier-entries.ts';
import { useMarkRead } from './use-mark-read.ts';

/** Milliseconds between polls of a visible conversation without the change stream. */
const pollMs = 5000;
/** Milliseconds with the stream, which does not report changes sent only to other agents. */
const streamPollMs = 15_000;

export function Thread({
  stepId,
  role,
  onSettled,
}: {
  stepId: number;
  role: Role;
  onSettled?: (() => void) | undefined;
}) {
  const { t } = useTranslation('messages');
  const [sent, setSent] = useState<readonly MessageView[]>([]);
  const [deleted, setDeleted] = useState<readonly number[]>([]);
  const attempt = useAttempt();
  const { data, error, reload } = useEndpoint(
    'getMessages',
    { params: { stepId }, query: {} },
    {
      keepPreviousData: false,
      refreshInterval: usePollingInterval(pollMs, streamPollMs),
      isQuiet: true,
    },
  );
  const earlier = useEarlierEntries<MessageView>(async (before) => {
    const page = await call('getMessages', { params: { stepId }, query: { before } });
    return { entries: page.data.messages, hasEarlier: page.data.hasEarlier };
  });
  const send = useEndpointAction('sendMessage');
  const sendFiles = useEndpointAction('sendMessageWithFiles');

  const withAnswers = (field: ReactElement) => (
    <WithSuggestions stepId={stepId} reader="beneficiary">
      {field}
    </WithSuggestions>
  );
  const latest = data?.messages ?? [];
  const messages = mergeEntries(mergeEntries(earlier.entries, sent), latest).filter(
    ({ id }) => !deleted.includes(id),
  );
  // Each poll renders the list, so the time limit shows within seconds.
  const isDeletable = ({ author, readAt, sentAt, id }: MessageView) =>
    author.isMe &&
    readAt === null &&
    serverNow() - Date.parse(sentAt) < deleteMessageSeconds * 1000 &&
    messages.every((other) => other.id < id || other.author.side === role);
  const remove = (id: number) =>
    attempt(async () => {
      await call('deleteMessage', { params: { stepId, messageId: id } });
      setDeleted((now) => [...now, id]);
      await refreshConversations();
    }).finally(reload);
  const unread = messages
    .filter((message) => message.author.side !== role && message.readAt === null)
    .at(-1);
  useMarkRead(stepId, 'markMessagesRead', unread?.id);

  if (data === undefined) {
    return <LoadingOrError error={error} onRetry={reload} />;
  }
  const { thread } = data;
  const other = role === 'BENEFICIAIRE' ? thread.organisation : thread.beneficiary;
  const hasEarlier = earlier.hasEarlier ?? data.hasEarlier;
  const authorOf = ({ author }: MessageView): string => {
    if (author.isMe) return t('thread.me');
    if (author.organisation === null) return author.name;
    return t('thread.author', {
      name: isolated(author.name),
      organisation: isolated(author.organisation),
    });
  };
  return (
    <>
      <EntryList
        label={t('thread.log')}
        tone="message"
        empty={t('thread.empty', { name: isolated(other) })}
        entries={messages.map((message) => ({
          id: message.id,
          body: message.body,
          author: authorOf(message),
          at: message.sentAt,
          isOwn: message.author.side === role,
          files: message.attachments,
          ...(isDeletable(message) ? { onDelete: () => void remove(message.id) } : {}),
          ...(message.author.side !== role
            ? {}
            : {
                mark:
                  message.readAt === null
                    ? t('thread.sent')
                    : t('thread.read', { at: isolated(formatMoment(message.readAt)) }),
              }),
        }))}
        isLoadingEarlier={earlier.isLoading}
        {...(hasEarlier && messages[0] !== undefined
          ? { onEarlier: () => void earlier.load(messages[0]?.id ?? 0) }
          : {})}
      />
      {role === 'PARTENAIRE' ? (
        <AnswerState
          thread={thread}
          last={messages.at(-1)}
          onChange={async (isNeeded) => {
            await reload();
            if (!isNeeded) onSettled?.();
          }}
        />
      ) : null}
      {thread.canWrite ? (
        <Composer
          key={stepId}
          draft={`message:${String(stepId)}`}
          label={t('compose.label', { name: isolated(other) })}
          action={t('compose.send')}
          {...(role === 'PARTENAIRE' ? { around: withAnswers } : {})}
          attachTo={stepId}
          sending={sendFiles}
          onSend={async ({ body, clientKey, attached }) => {
            const seenUpTo = messages.at(-1)?.id ?? 0;
            const documents = attached.documents.map(({ filename }) => filename);
            const message = { body, clientKey, seenUpTo, documents };
            const sending =
              attached.files.length === 0
                ? send.run({ params: { stepId }, body: message })
                : sendFiles.run({
                    params: { stepId },
                    body: message,
                    files: { files: attached.files },
                  });
            const answer = await sending.catch(async (error: unknown) => {
              // Shows the colleague's answer and does not clear the typed text.
              if (error instanceof ApiError && error.code === 'ANSWERED_MEANWHILE') await reload();
              throw error;
            });
            // Stored separately from the loaded pages, so that it stays after thirty newer messages.
            setSent((now) => mergeEntries(now, [answer.data]));
            await Promise.all([reload(), refreshConversations()]);
            onSettled?.();
          }}
        />
      ) : (
        <Banner tone="info">{t('thread.closed')}</Banner>
      )}
    </>
  );
}
