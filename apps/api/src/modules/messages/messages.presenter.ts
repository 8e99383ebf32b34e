import type {
  Lang,
  MessageView,
  NoteView,
  StepStatus,
  ThreadHead,
  ThreadView,
} from '@wasl/contracts';

import { displayName } from '../../platform/database/person-name.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { nameOf } from '../partners/index.ts';
import { labelOf } from '../reference/index.ts';
import { type loadStatusLabels } from '../requests/index.ts';
import { isClosed } from '../../rules/step-transitions.ts';
import type { MessageRow } from './messages.repository.ts';
import type { NoteRow } from './notes.repository.ts';
import type { ListedThreadRow } from './threads.repository.ts';

type StatusLabels = Awaited<ReturnType<typeof loadStatusLabels>>;

/** Characters of a message in the list of conversations. */
const excerptLength = 140;

/** Whether both sides can still write on a step. A closed step is read-only. */
export function takesMessages(status: StepStatus): boolean {
  return !isClosed(status);
}

/** Colleagues see the full name; a beneficiary sees the first name and the organisation. */
function presentAuthor({ author, authorRole }: MessageRow, actor: Actor, organisation: string) {
  const isOfOtherSide = authorRole === 'PARTENAIRE' && actor.role !== 'PARTENAIRE';
  return {
    name: isOfOtherSide ? author.prenom : displayName(author),
    organisation: isOfOtherSide ? organisation : null,
    side: authorRole,
    isMe: author.id === actor.userId,
  };
}

/**
 * @param organisation that of the step, in the reader's language
 * @param showsFiles false when the reader may not read documents of the request
 */
export function presentMessage(
  row: MessageRow,
  actor: Actor,
  organisation: string,
  showsFiles = true,
): MessageView {
  return {
    id: row.id,
    body: row.body,
    sentAt: row.createdAt.toISOString(),
    author: presentAuthor(row, actor, organisation),
    readAt: row.readAt?.toISOString() ?? null,
    attachments: row.attachments.map(({ name, size, file }) => ({
      filename: !showsFiles || file === null || file.removedAt !== null ? null : file.key,
      originalName: name,
      size,
      state: file === null || file.removedAt !== null ? null : file.scanState,
    })),
  };
}

/** Common columns of a conversation and of a row of the list. */
type HeadRow = Pick<ListedThreadRow, 'id' | 'requestId' | 'status' | 'partner' | 'titleItem'> & {
  readonly awaitsAnswerSince: Date | string | null;
  readonly request: ListedThreadRow['request'];
};

export function presentThreadHead(
  row: HeadRow,
  { labels, lang, actor }: { labels: StatusLabels; lang: Lang; actor: Actor },
): ThreadHead {
  const { awaitsAnswerSince: since } = row;
  const isOurs = actor.role === 'PARTENAIRE' && takesMessages(row.status);
  return {
    stepId: row.id,
    requestId: row.requestId,
    numRequest: row.request.numRequest,
    service: labelOf(row.titleItem, lang),
    status: labels.of('PROCESSING_STEP_STATUS', row.status, lang),
    organisation: nameOf(row.partner, lang),
    beneficiary: displayName(row.request.beneficiary),
    canWrite: takesMessages(row.status),
    awaitsAnswerSince: since !== null && isOurs ? new Date(since).toISOString() : null,
  };
}

export function presentThread(
  row: ListedThreadRow,
  reading: Parameters<typeof presentThreadHead>[1],
): ThreadView {
  const last = row.lastMessage;
  return {
    ...presentThreadHead(row, reading),
    unread: row.waiting,
    lastMessage:
      last === null
        ? null
        : {
            id: last.id,
            sentAt: new Date(last.createdAt).toISOString(),
            // Cuts by code points, so that no surrogate pair is split.
            body: Array.from(last.body).slice(0, excerptLength).join(''),
            side: last.authorRole,
          },
  };
}

export function presentNote(row: NoteRow, actor: Actor): NoteView {
  return {
    id: row.id,
    body: row.body,
    writtenAt: row.createdAt.toISOString(),
    author: { name: displayName(row.author), isMe: row.author.id === actor.userId },
    mentions: row.mentions.map(({ userId, name, seenAt }) => ({
      id: userId,
      name,
      isMe: userId === actor.userId,
      isSeen: seenAt !== null,
    })),
  };
}
