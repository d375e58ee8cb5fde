/**
 * Keeps the smart HTTP transport running in its worker and handles its callbacks. When the worker
 * ends, the transport is restarted; the sweep of the ref log completes interrupted pushes.
 */
import { randomBytes } from 'node:crypto';
import { UnavailableError } from '@forgemesh/errors';
import { inSpan, runInScope, type Logger } from '@forgemesh/telemetry';
import {
  type GitClient,
  type ConnectionRequest,
  NdjsonChannel,
  type PreReceiveRequest,
  type FromTransport,
  type ToTransport,
  type TransportLimits,
  type TransportUsage,
} from '@forgemesh/git-engine';
import type { KeptPack } from '#refs/packs';
import type { RefLogEntry } from '#refs/ref-log';
import type { GitActor } from './git-actor';
import type { FindConnection, GitTransport, TransportEndpoint } from './git-transport';
import { checkPush } from './check-push';
import { describePush } from './describe-push';
import { movePushedRefs } from './move-pushed-refs';
import type { TransportDeps } from './deps';

const RESTART_MS = 100;

/** What the transport needs. */
export interface TransportHostOptions {
  git: GitClient;
  /** Folder for temporary files. */
  scratchFolder: string;
  limits: TransportLimits;
  log: Logger;
  /** Timeout in milliseconds of requests that wait for the transport. */
  waitTimeoutMs: number;
}

/** The running transport. */
export class TransportHost implements GitTransport {
  /** As of a few seconds ago; undefined until the first report. */
  usage: TransportUsage | undefined;
  private endpoint: Promise<TransportEndpoint>;
  private resolveEndpoint!: (endpoint: TransportEndpoint) => void;
  /** The entries of pushes that have not ended. */
  private readonly pushes = new Map<string, RefLogEntry[]>();
  /** The packs of pushes that were accepted and whose refs have not moved. */
  private readonly packs = new Map<string, KeptPack[]>();
  private readonly connections = new Map<string, FindConnection>();
  private closed = false;
  private cancel = new AbortController();

  constructor(private readonly options: TransportHostOptions) {
    this.endpoint = this.newEndpoint();
  }

  /** Starts the transport; it is restarted until `close`. */
  start(deps: TransportDeps): void {
    void this.supervise(deps);
  }

  async address(): Promise<TransportEndpoint> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new UnavailableError('The git transport is unavailable')),
        this.options.waitTimeoutMs,
      );
    });
    return Promise.race([this.endpoint, timeout]).finally(() => clearTimeout(timer));
  }

  offerConnection(name: string, find: FindConnection): () => void {
    this.connections.set(name, find);
    return () => void this.connections.delete(name);
  }

  /** Ends the transport. */
  close(): void {
    this.closed = true;
    this.cancel.abort();
  }

  private newEndpoint(): Promise<TransportEndpoint> {
    return new Promise((resolve) => (this.resolveEndpoint = resolve));
  }

  private async supervise(deps: TransportDeps): Promise<void> {
    while (!this.closed) {
      try {
        await this.serve(deps);
      } catch (error) {
        if (!this.closed) this.options.log.error({ err: error }, 'git transport ended and is being restarted');
      }
      this.endpoint = this.newEndpoint();
      this.pushes.clear();
      this.packs.clear();
      if (!this.closed) await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    }
  }

  private async serve(deps: TransportDeps): Promise<void> {
    const secret = randomBytes(32).toString('hex');
    const { git, scratchFolder, limits } = this.options;
    const input = { scratch_folder: scratchFolder, secret, limits, keeps_packs: deps.refs.packs.isEnabled };
    const { stream, result } = git.serveTransport(input, { signal: this.cancel.signal });
    const bytesChannel = {
      write: (bytes: Uint8Array) =>
        new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve()))),
      [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() as AsyncGenerator<Buffer>,
    };
    const channel = new NdjsonChannel<FromTransport, ToTransport>(bytesChannel);
    const listen = async (): Promise<void> => {
      for await (const message of channel) {
        if (message.kind === 'listening') this.resolveEndpoint({ port: message.port, secret });
        else if (message.kind === 'usage') this.usage = message.usage;
        else if (message.kind === 'connection') void this.passConnection(message);
        else if (message.kind === 'cloned') deps.maintenance.noteClone(message.repo);
        else if (message.kind === 'error')
          this.options.log.warn({ problem: message.message }, `git transport: ${message.activity}`);
        else void this.handleMessage(deps, channel, message);
      }
    };
    await Promise.all([listen(), result]);
  }

  /** Never rejects: a connection that cannot be passed is refused. */
  private async passConnection({ name, sent_bytes: sentBytes }: ConnectionRequest): Promise<void> {
    const find = this.connections.get(name);
    // A response that has failed needs no connection.
    const connection = await find?.(sentBytes).catch(() => undefined);
    this.options.git.passConnection(name, connection);
  }

  private async handleMessage(
    deps: TransportDeps,
    channel: NdjsonChannel<FromTransport, ToTransport>,
    message: Extract<FromTransport, { id: number }>,
  ): Promise<void> {
    const actor = message.request.actor as GitActor;
    const scope = { fields: { request_id: actor.request_id }, traceParent: actor.trace_parent };
    const reply = await runInScope(scope, () =>
      inSpan(
        () => ({ name: `git ${message.kind}`, kind: 'server' }),
        () => this.createReply(deps, message, actor),
      ),
    );
    // If the worker has ended, the reply is not needed; the sweep completes its push.
    await channel
      .send(reply)
      .catch((error: unknown) => this.options.log.warn({ err: error }, 'git transport is closed'));
  }

  private async keepPacks(
    deps: TransportDeps,
    { push_id }: GitActor,
    { quarantineEnv }: PreReceiveRequest,
  ): Promise<void> {
    this.packs.set(push_id, await deps.refs.packs.keepQuarantine(quarantineEnv['GIT_QUARANTINE_PATH'] ?? ''));
  }

  /** Never rejects: a push that cannot be checked is refused. */
  private async createReply(
    deps: TransportDeps,
    message: Extract<FromTransport, { id: number }>,
    actor: GitActor,
  ): Promise<ToTransport> {
    const { id } = message;
    try {
      if (message.kind === 'pre_receive') {
        const result = await checkPush(deps, message.request);
        if (result.accepted && deps.refs.packs.isEnabled) await this.keepPacks(deps, actor, message.request);
        return { id, result };
      }
      if (message.kind === 'proc_receive') {
        const { results, entries } = await movePushedRefs(deps, message.request, this.packs.get(actor.push_id));
        if (entries.length > 0) this.pushes.set(actor.push_id, entries);
        return { id, updates: results };
      }
      const entries = this.pushes.get(actor.push_id) ?? [];
      this.pushes.delete(actor.push_id);
      this.packs.delete(actor.push_id);
      await deps.refs.finish(entries);
      return { id, text: await describePush(deps, actor, message.request) };
    } catch (error) {
      this.options.log.error({ err: error }, 'push could not be handled');
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }
}
