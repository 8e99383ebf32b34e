import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { errorBodySchema, stepNow } from '@wasl/contracts';

import type { TestApp } from './set-up.ts';

/** One write of a person's or an agent's, as often as it is sent. */
interface Write {
  readonly kind: 'create' | 'submit' | 'message' | 'update';
  /** What its row is found by: a request's need, its id, a message's key, a step's feedback. */
  readonly mark: string;
  readonly token: string;
  readonly method: 'POST' | 'PUT';
  readonly place: string;
  readonly body: () => FormData | object;
  /** The status that says that it is written. */
  readonly good: number;
}

/** What became of a write. */
export interface Sent extends Pick<Write, 'kind' | 'mark'> {
  readonly isAcknowledged: boolean;
  /** Acknowledged when it was sent once more to the server that was left; null where that was not done. */
  readonly isRepeated: boolean | null;
  /** A server said that it was too busy to do it (503): then it must not be done. */
  readonly isRefused?: true;
}

/** What one answer said; null where none came. */
type Answer = { readonly status: number; readonly text: string } | null;

/** Writers that go on over several servers, all the time, each with a file of their own. */
export interface Writers {
  /** Servers that are written to, by their ports: one that falls over is written to no more, as behind a proxy. */
  readonly ports: Set<number>;
  readonly sent: readonly Sent[];
  /** What a server answered that it should not have. */
  readonly surprises: readonly string[];
  /** How many writes this server has not answered yet. */
  inFlight(port: number): number;
  /** Resolves when so many writes more have been acknowledged. */
  untilMore(count: number): Promise<void>;
  /** Ends after the writes under way. */
  stop(): Promise<void>;
  /** The steps that are updated, with the version that each must have and what was said last. */
  readonly steps: readonly { readonly id: number; version: number; feedback: string }[];
}

/** Sends a write once. An answer that began and broke off counts by its status: the server has said that it is written. */
async function send(port: number, write: Write): Promise<Answer> {
  const body = write.body();
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api${write.place}`, {
    method: write.method,
    headers: {
      authorization: `Bearer ${write.token}`,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  }).catch(() => null);
  return answer && { status: answer.status, text: await answer.text().catch(() => '') };
}

/** @param count how many of them, each with a person, an agent and a step that nobody else writes to */
export async function startWriters(app: TestApp, count: number): Promise<Writers> {
  const service = await app.make.aService();
  const partner = await app.make.aPartner({ serviceItems: [service] });
  const agentToken = await app.tokenOf(await app.make.anAgent({ partnerId: partner.id }));
  const ports = new Set<number>();
  const sent: Sent[] = [];
  const surprises: string[] = [];
  const steps: { id: number; version: number; feedback: string }[] = [];
  const flying = new Map<Write, number>();
  let acknowledged = 0;
  let isOver = false;
  let awaited: { at: number; resolve: () => void } | undefined;
  let turn = 0;

  const note = (one: Sent): void => {
    sent.push(one);
    if (one.isAcknowledged) acknowledged += 1;
    if (awaited && acknowledged >= awaited.at) awaited.resolve();
  };

  /** To one of the servers; unanswered, once more to one that is left. @returns what was answered in the end */
  async function write(one: Write): Promise<Answer> {
    turn += 1;
    const port = [...ports][turn % ports.size] ?? 0;
    flying.set(one, port);
    let answer = await send(port, one);
    const { kind, mark } = one;
    if (isBusy(answer) && kind === 'create') {
      flying.delete(one);
      note({ kind, mark, isAcknowledged: false, isRepeated: null, isRefused: true });
      return answer;
    }
    // On a machine that has other work a connection may not be had in time. What may be sent again is, as the page does it.
    while (isBusy(answer)) {
      await pause(200);
      answer = await send(port, one);
    }
    flying.delete(one);
    if (answer !== null) {
      if (answer.status === one.good || isOurs(answer, mark))
        note({ kind, mark, isAcknowledged: true, isRepeated: null });
      else surprises.push(`${kind} ${String(answer.status)} ${answer.text.slice(0, 200)}`);
      return answer;
    }
    if (ports.has(port)) surprises.push(`${kind}: no answer of a server that lives`);
    // Nothing makes a second creation the same: whoever sees no answer looks at their list first.
    if (kind === 'create') {
      note({ kind, mark, isAcknowledged: false, isRepeated: null });
      return null;
    }
    const again = await send([...ports][0] ?? 0, one);
    const isThere = again !== null && (again.status === one.good || isOurs(again, mark));
    note({ kind, mark, isAcknowledged: false, isRepeated: isThere });
    if (!isThere) surprises.push(`${kind} again ${String(again?.status)} ${again?.text ?? ''}`);
    return again;
  }

  /** Whom one of them writes as; made one after another, before any of them writes. */
  async function prepared() {
    const person = await app.make.aBeneficiary();
    const token = await app.tokenOf(person);
    const request = await app.make.aRequest({ beneficiaryId: person.id, status: 'ENTAME' });
    const { id, version } = await app.make.aStep({
      requestId: request.id,
      partnerId: partner.id,
      status: 'IN_PROGRESS',
    });
    const step = { id, version, feedback: '' };
    steps.push(step);
    return { token, id, step };
  }

  async function writer({ token, id, step }: Awaited<ReturnType<typeof prepared>>): Promise<void> {
    while (!isOver) {
      const need = randomUUID();
      const created = await write({
        ...{ kind: 'create', mark: need, token, method: 'POST', place: '/requests', good: 201 },
        body: () => {
          const form = new FormData();
          const dto = { description: need, services: [{ code: service.code }] };
          form.set('createRequestDto', JSON.stringify(dto));
          return form;
        },
      });
      const idRequest = /"id":(\d+)/.exec(created?.text ?? '')?.[1];
      if (created?.status === 201 && idRequest !== undefined) {
        const newStatus = { code: 'NOUVEAU', libelle: 'Nouvelle' };
        const body = { idRequest: Number(idRequest), newStatus, observations: '' };
        const place = '/requests/observationAndStatus';
        await write({
          ...{ kind: 'submit', mark: idRequest, token, method: 'PUT', place, good: 200 },
          body: () => body,
        });
      }
      const clientKey = randomUUID();
      const thread = `/processing/step/${String(id)}/messages`;
      await write({
        ...{ kind: 'message', mark: clientKey, token, method: 'POST', place: thread, good: 201 },
        body: () => ({ body: 'Bonjour', clientKey }),
      });
      const feedback = randomUUID();
      const progress = { processingStepId: id, status: 'IN_PROGRESS', percent: 20 };
      const update = { ...progress, version: step.version, partnerFeedback: feedback };
      const place = '/processing/step/update';
      await write({
        ...{ kind: 'update', mark: feedback, token: agentToken, method: 'POST', place, good: 200 },
        body: () => update,
      });
      step.version += 1;
      step.feedback = feedback;
    }
  }

  const people: Awaited<ReturnType<typeof prepared>>[] = [];
  for (let n = 0; n < count; n += 1) people.push(await prepared());
  let running: Promise<unknown> | undefined;
  return {
    ports,
    sent,
    surprises,
    steps,
    inFlight: (port) => [...flying.values()].filter((one) => one === port).length,
    untilMore: async (more) => {
      running ??= Promise.all(people.map(writer));
      await Promise.race([
        running,
        new Promise<void>((resolve) => {
          awaited = { at: acknowledged + more, resolve };
        }),
      ]);
    },
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

/** Whether the server says that it cannot do it now, and has not. */
function isBusy(answer: Answer): boolean {
  if (answer?.status !== 503) return false;
  return errorBodySchema.parse(JSON.parse(answer.text)).code === 'UNAVAILABLE';
}

/** Whether an update was refused because it had been written already, the time that nobody answered. */
function isOurs({ status, text }: NonNullable<Answer>, feedback: string): boolean {
  if (status !== 409) return false;
  const { current } = errorBodySchema.parse(JSON.parse(text));
  return stepNow.parse(current).partnerFeedback === feedback;
}
