import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { errorBodySchema, stepNow } from '@wasl/contracts';

import type { TestApp } from './set-up.ts';

/** A write of a person or agent, which may be sent several times. */
interface Write {
  readonly kind: 'create' | 'submit' | 'message' | 'update';
  /** Mark that finds its row: a request's need, its id, a message's key, or a step's feedback. */
  readonly mark: string;
  readonly token: string;
  readonly method: 'POST' | 'PUT';
  readonly place: string;
  readonly body: () => FormData | object;
  /** Status of a successful write. */
  readonly good: number;
}

export interface Sent extends Pick<Write, 'kind' | 'mark'> {
  readonly isAcknowledged: boolean;
  /** Whether a repetition to the remaining server was acknowledged; null without a repetition. */
  readonly isRepeated: boolean | null;
  /** A server refused because it was busy (503): the write must not exist. */
  readonly isRefused?: true;
}

/** One answer; null without one. */
type Answer = { readonly status: number; readonly text: string } | null;

/** Writers that continuously write to several servers, each with its own step. */
export interface Writers {
  /** Ports of the servers; a killed server is removed, as behind a proxy. */
  readonly ports: Set<number>;
  readonly sent: readonly Sent[];
  /** Answers that are errors of the server. */
  readonly surprises: readonly string[];
  /** Number of writes that this server has not answered yet. */
  inFlight(port: number): number;
  /** Resolves after `count` further acknowledged writes. */
  untilMore(count: number): Promise<void>;
  /** Stops after the writes in progress. */
  stop(): Promise<void>;
  /** Updated steps with their expected version and last feedback. */
  readonly steps: readonly { readonly id: number; version: number; feedback: string }[];
}

/** Sends a write once. A broken answer counts by its status: the server has committed the write. */
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

/** @param count number of writers, each with its own person, agent and step */
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
  let nextIndex = 0;

  const note = (one: Sent): void => {
    sent.push(one);
    if (one.isAcknowledged) acknowledged += 1;
    if (awaited && acknowledged >= awaited.at) awaited.resolve();
  };

  /** Sends to one server, and without an answer once more to a remaining one. @returns the final answer */
  async function write(one: Write): Promise<Answer> {
    nextIndex += 1;
    const port = [...ports][nextIndex % ports.size] ?? 0;
    flying.set(one, port);
    let answer = await send(port, one);
    const { kind, mark } = one;
    if (isBusy(answer) && kind === 'create') {
      flying.delete(one);
      note({ kind, mark, isAcknowledged: false, isRepeated: null, isRefused: true });
      return answer;
    }
    // A busy machine may have no free connection in time. An idempotent write is then sent again, as the page does.
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
    // A creation has no idempotency key here: a client without an answer looks at its list first.
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

  /** Records and tokens of one writer; prepared one after another before any write. */
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

/** Whether the server refused because it was busy, without writing. */
function isBusy(answer: Answer): boolean {
  if (answer?.status !== 503) return false;
  return errorBodySchema.parse(JSON.parse(answer.text)).code === 'UNAVAILABLE';
}

/** Whether an update was refused because the unanswered attempt had already written it. */
function isOurs({ status, text }: NonNullable<Answer>, feedback: string): boolean {
  if (status !== 409) return false;
  const { current } = errorBodySchema.parse(JSON.parse(text));
  return stepNow.parse(current).partnerFeedback === feedback;
}
