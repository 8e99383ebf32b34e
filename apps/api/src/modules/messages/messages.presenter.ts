import type {
  Lang,
  MessageView,
  NoteView,
  StepStatus,
  ThreadHead,
  ThreadView,
} from '@wasl/contracts';

import type { Actor } from '../../platform/auth/actor.ts';
import { displayName } from '../../platform/auth/authenticate.ts';
import { nameOf } from '../partners/index.ts';
import { labelOf } from '../reference/index.ts';
import { isClosed, type loadStatusLabels } from '../requests/index.ts';
import type { ListedThreadRow, MessageRow, ThreadRow } from './messages.repository.ts';
import type { NoteRow } from './notes.repository.ts';

type StatusLabels = Awaited<ReturnType<typeof loadStatusLabels>>;

/** Characters of a message in the list of conversations. */
const excerptLength = 140;

/** Whether the two sides may still write on a step: a closed one is only read. */
export function takesMessages(status: StepStatus): boolean {
  return !isClosed(status);
}

export function presentMessage(row: MessageRow, actor: Actor): MessageView {
  return {
    id: row.id,
    body: row.body,
    sentAt: row.createdAt.toISOString(),
    author: {
      name: displayName(row.author),
      side: row.authorRole,
      isMe: row.author.id === actor.userId,
    },
    readAt: row.readAt?.toISOString() ?? null,
  };
}

export function presentThreadHead(row: ThreadRow, labels: StatusLabels, lang: Lang): ThreadHead {
  return {
    stepId: row.id,
    requestId: row.requestId,
    numRequest: row.request.numRequest,
    service: labelOf(row.titleItem, lang),
    status: labels.of('PROCESSING_STEP_STATUS', row.status, lang),
    organisation: nameOf(row.partner, lang),
    beneficiary: displayName(row.request.beneficiary),
    canWrite: takesMessages(row.status),
  };
}

export function presentThread(
  row: ListedThreadRow,
  unread: number,
  labels: StatusLabels,
  lang: Lang,
): ThreadView {
  const last = row.messages[0];
  return {
    ...presentThreadHead(row, labels, lang),
    unread,
    lastMessage:
      last === undefined
        ? null
        : {
            sentAt: last.createdAt.toISOString(),
            // By characters, not by halves of them.
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
  };
}
