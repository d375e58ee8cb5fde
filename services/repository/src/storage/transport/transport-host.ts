/**
 * Keeps the smart HTTP transport running in its worker and answers its questions. When the worker
 * ends, the transport is started again; pushes that were cut off are settled by the sweep of
 * intents.
 */
import { randomBytes } from 'node:crypto';
import { UnavailableError } from '@forgemesh/errors';
import { withLogScope, type Logger } from '@forgemesh/telemetry';
import { type GitClient, NdjsonChannel, type FromTransport, type ToTransport } from '@forgemesh/git-engine';
import type { RefChangeDocument } from '../../refs/ref-changes/ref-change.model';
import type { GitTransport, Repositories, TransportEndpoint } from '../../deps';
import { finishPush } from './finish-push';
import type { GitActor } from './git-actor';
import { judgePush } from './judge-push';

const RESTART_MS = 100;

/** The running transport. */
export class TransportHost implements GitTransport {
  private endpoint: Promise<TransportEndpoint>;
  private announce!: (endpoint: TransportEndpoint) => void;
  private readonly pushes = new Map<string, RefChangeDocument[]>();
  private closed = false;
  private cancel = new AbortController();

  constructor(
    private readonly git: GitClient,
    private readonly scratchFolder: string,
    private readonly log: Logger,
    /** How long requests wait for it, in milliseconds. */
    private readonly waitTimeoutMs: number,
  ) {
    this.endpoint = this.newEndpoint();
  }

  start(repositories: Repositories): void {
    void this.keepRunning(repositories);
  }

  async address(): Promise<TransportEndpoint> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new UnavailableError('The git transport is away')), this.waitTimeoutMs);
    });
    return Promise.race([this.endpoint, late]).finally(() => clearTimeout(timer));
  }

  isMaking(intentId: number): boolean {
    return [...this.pushes.values()].some((intents) => intents.some(({ _id }) => _id === intentId));
  }

  close(): void {
    this.closed = true;
    this.cancel.abort();
  }

  private newEndpoint(): Promise<TransportEndpoint> {
    return new Promise((resolve) => (this.announce = resolve));
  }

  private async keepRunning(repositories: Repositories): Promise<void> {
    while (!this.closed) {
      try {
        await this.serve(repositories);
      } catch (error) {
        if (!this.closed) this.log.error({ err: error }, 'git transport ended and is started again');
      }
      this.endpoint = this.newEndpoint();
      this.pushes.clear();
      if (!this.closed) await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    }
  }

  private async serve(repositories: Repositories): Promise<void> {
    const secret = randomBytes(32).toString('hex');
    const input = { scratch_folder: this.scratchFolder, secret };
    const { stream, result } = this.git.serveTransport(input, { signal: this.cancel.signal });
    const channel = {
      write: (bytes: Uint8Array) =>
        new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve()))),
      [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() as AsyncGenerator<Buffer>,
    };
    const lines = new NdjsonChannel<FromTransport, ToTransport>(channel);
    const listen = async (): Promise<void> => {
      for await (const message of lines) {
        if (message.kind === 'listening') this.announce({ port: message.port, secret });
        else if (message.kind === 'error')
          this.log.warn({ problem: message.message }, `git transport: ${message.what}`);
        else void this.reply(repositories, lines, message);
      }
    };
    await Promise.all([listen(), result]);
  }

  private async reply(
    repositories: Repositories,
    lines: NdjsonChannel<FromTransport, ToTransport>,
    question: Extract<FromTransport, { id: number }>,
  ): Promise<void> {
    const actor = question.request.actor as GitActor;
    const answer = await withLogScope({ request_id: actor.request_id }, () =>
      this.answer(repositories, question, actor),
    );
    // A worker that is gone needs no answer; the sweep settles its push.
    await lines.send(answer).catch((error: unknown) => this.log.warn({ err: error }, 'git transport went away'));
  }

  /** Never rejects: a push that cannot be checked is refused. */
  private async answer(
    repositories: Repositories,
    question: Extract<FromTransport, { id: number }>,
    actor: GitActor,
  ): Promise<ToTransport> {
    const { id } = question;
    try {
      if (question.kind === 'pre_receive') {
        const { verdict, intents } = await judgePush(repositories, question.request);
        if (intents.length > 0) this.pushes.set(actor.push_id, intents);
        return { id, verdict };
      }
      const intents = this.pushes.get(actor.push_id) ?? [];
      this.pushes.delete(actor.push_id);
      await finishPush(repositories, intents, question.request.updates);
      return { id };
    } catch (error) {
      this.log.error({ err: error }, 'push could not be handled');
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }
}
