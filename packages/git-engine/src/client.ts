/**
 * Client of the git engine: forks the worker process, monitors and restarts it, and offers one
 * typed method per operation. The service process itself never starts git.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { GitError, GitUnavailableError } from './errors';
import { type Operations, type StreamOperations, operations, streamOperations } from './operations';
import { callDuplex } from './call-duplex';
import type { FromWorker, ToWorker, WorkerSettings } from './worker/messages';
import { Pipe } from './worker/pipe';

export interface GitWorkerOptions extends Partial<WorkerSettings> {
  /** Compiled worker to fork. Default: beside this file. */
  entry?: string;
  /** Timeout in milliseconds for calls without their own deadline. Default 30,000. */
  callTimeoutMs?: number;
  /** Called when the worker exited unexpectedly and is being restarted. */
  onRestart?: (event: { exit_code: number | null; signal: string | null; delay_ms: number }) => void;
}

export interface CallOptions {
  /** Milliseconds until `deadline_exceeded`. */
  timeoutMs?: number;
  /** Aborts the call: it rejects with `cancelled` and its work ends. */
  signal?: AbortSignal;
}

/**
 * A streaming call: written bytes go to git, git's output is read, `result` settles when the call
 * has ended.
 */
export interface GitStream<O> {
  stream: Duplex;
  result: Promise<O>;
}

type Methods = {
  [K in keyof Operations]: (
    input: Parameters<Operations[K]>[1],
    options?: CallOptions,
  ) => Promise<Awaited<ReturnType<Operations[K]>>>;
};

type StreamMethods = {
  [K in keyof StreamOperations]: (
    input: Parameters<StreamOperations[K]>[1],
    options?: CallOptions,
  ) => GitStream<Awaited<ReturnType<StreamOperations[K]>>>;
};

export type GitClient = Methods &
  StreamMethods & {
    /** Process id of the worker; undefined while it is not running. */
    workerPid(): number | undefined;
    /**
     * Lets the worker write to the connection of a client, which stays open here; undefined if it
     * cannot be passed. The worker has asked for it by name.
     */
    passConnection(name: string, connection: Socket | undefined): void;
    /** Stops the worker; pending calls reject with GitUnavailableError. */
    close(): Promise<void>;
  };

interface Pending {
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
  pipe: Pipe;
}

const maxDelayMs = 10_000;
const stableAfterMs = 30_000;

/**
 * Starts the worker. Its methods reject with GitError (the operation failed or was refused) or
 * GitUnavailableError (worker not running).
 */
export function startGitWorker(options: GitWorkerOptions = {}): GitClient {
  const worker = new WorkerHandle(options);
  const methods: Record<string, unknown> = {
    workerPid: () => worker.pid,
    passConnection: (name: string, connection: Socket | undefined) => worker.passConnection(name, connection),
    close: () => worker.close(),
  };
  for (const name of Object.keys(operations)) {
    methods[name] = (input: unknown, call?: CallOptions) => worker.call(name, input, call).result;
  }
  for (const name of Object.keys(streamOperations)) {
    methods[name] = (input: unknown, call?: CallOptions) => {
      // A stream stays open as long as its peer reads; only an explicit timeout of the caller ends
      // it.
      const { result, pipe, cancel } = worker.call(name, input, { timeoutMs: 0, ...call });
      return { stream: callDuplex(pipe, result, cancel), result };
    };
  }
  return methods as unknown as GitClient;
}

class WorkerHandle {
  private child: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private failures = 0;
  private startedAt = 0;
  private restart: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: GitWorkerOptions) {
    this.start();
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  call(name: string, input: unknown, call: CallOptions = {}) {
    const id = this.nextId++;
    const pipe = new Pipe(id, (message) => this.send(message));
    const timeoutMs = call.timeoutMs ?? this.options.callTimeoutMs ?? 30_000;
    const cancel = (): void => this.abandon(id, new GitError('cancelled', 'the call was cancelled'));
    const late = (): void =>
      this.abandon(id, new GitError('deadline_exceeded', `${name} took longer than ${timeoutMs} ms`));
    const result = new Promise<unknown>((resolve, reject) => {
      if (this.child === undefined) return reject(new GitUnavailableError('the git worker is not running'));
      if (call.signal?.aborted === true) return reject(new GitError('cancelled', 'the call was cancelled'));
      const timer = timeoutMs > 0 ? setTimeout(late, timeoutMs) : undefined;
      call.signal?.addEventListener('abort', cancel, { once: true });
      const settle = (): void => {
        clearTimeout(timer);
        call.signal?.removeEventListener('abort', cancel);
        this.pending.delete(id);
      };
      this.pending.set(id, {
        pipe,
        resolve: (output) => (settle(), pipe.finish(), resolve(output)),
        reject: (error) => (settle(), pipe.fail(error), reject(error)),
      });
      this.send({ kind: 'call', id, operation: name, input });
    });
    return { result, pipe, cancel } as { result: Promise<never>; pipe: Pipe; cancel: () => void };
  }

  passConnection(name: string, connection: Socket | undefined): void {
    const message: ToWorker = { kind: 'connection', name };
    // A failure to send is an error of the channel, which ends the worker.
    if (this.child?.connected === true) this.child.send(message, connection, { keepOpen: true });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.restart);
    const child = this.child;
    if (child === undefined) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.connected) child.disconnect();
    await exited;
  }

  private start(): void {
    const { gitBinary, searchPath, maxChildren, idleMs, downloads } = this.options;
    const settings: Partial<WorkerSettings> = { gitBinary, searchPath, maxChildren, idleMs, downloads };
    const entry = this.options.entry ?? join(__dirname, 'worker', 'main.js');
    const child = fork(entry, [JSON.stringify(settings)], {
      serialization: 'advanced',
      execArgv: ['--enable-source-maps'],
      env: {},
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    this.startedAt = Date.now();
    child.on('message', (message) => this.receive(message as FromWorker));
    child.on('error', () => child.kill('SIGKILL'));
    child.once('exit', (code, signal) => this.ended(child, code, signal));
  }

  private ended(child: ChildProcess, code: number | null, signal: string | null): void {
    if (this.child !== child) return;
    this.child = undefined;
    for (const call of [...this.pending.values()]) call.reject(new GitUnavailableError('the git worker ended'));
    if (this.closed) return;
    this.failures = Date.now() - this.startedAt > stableAfterMs ? 1 : this.failures + 1;
    // The first restart is immediate; repeated crashes back off.
    const delay = this.failures === 1 ? 0 : Math.min(maxDelayMs, 50 * 2 ** this.failures);
    this.options.onRestart?.({ exit_code: code, signal, delay_ms: delay });
    if (delay === 0) this.start();
    else this.restart = setTimeout(() => this.start(), delay);
  }

  private receive(message: FromWorker): void {
    const call = this.pending.get(message.id);
    if (call === undefined) return;
    if (message.kind === 'done') call.resolve(message.output);
    else if (message.kind === 'failed') {
      const { reason, message: text, details } = message.error;
      call.reject(new GitError(reason, text, details));
    } else call.pipe.receive(message);
  }

  private abandon(id: number, error: GitError): void {
    const call = this.pending.get(id);
    if (call === undefined) return;
    this.send({ kind: 'cancel', id });
    call.reject(error);
  }

  private send(message: ToWorker): void {
    if (this.child?.connected === true) this.child.send(message);
  }
}
