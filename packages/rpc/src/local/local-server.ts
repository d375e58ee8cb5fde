/**
 * Calls between services of one process. They keep the contract of calls over gRPC: the same
 * contexts and the same rules of who may call what, deadlines, cancellation, errors, metrics.
 * Messages are copied and not encoded, and nothing is signed.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServiceError } from '@grpc/grpc-js';
import { ForgeError } from '@forgemesh/errors';
import type { VerifiedContext } from '../context';
import type { BoundOperation, Call, Download } from '../operation';
import type { CallHandler, IncomingCall } from '../server/call-handler';
import { encodeBody } from '../server/encode-body';
import { completeMessage } from '../server/complete-message';
import { withoutEmptyLists, withoutNulls } from '../server/plain-messages';
import { fromServiceError, toServiceError, type ResponseInfo } from '../wire';
import { copierOf, copyJson, hasJson } from './message-copy';

/** A call of a service in the same process. */
export interface LocalCall {
  /** Path of the RPC. */
  rpc: string;
  context: VerifiedContext;
  /** The request; a copy of it is passed on. */
  request: unknown;
  /**
   * `message`: request and response are messages as the generated code types them. `json`: the
   * request is the parameters of an operation, the response the HTTP body.
   */
  codec: 'message' | 'json';
  /** The file of an upload. */
  content?: AsyncIterable<Uint8Array> | undefined;
  /** `If-Unmodified-Since` of the request. */
  unmodifiedSince?: string | undefined;
  /** Deadline in milliseconds since 1970; absent for a stream that lives as long as it is read. */
  until?: number | undefined;
  /** Cancels the call. */
  signal?: AbortSignal | undefined;
}

/** The response to a call. */
export interface LocalResponse {
  /** A message, or the HTTP body as a buffer. */
  response: unknown;
  /** Properties of the HTTP response besides its body. */
  info: ResponseInfo;
}

/** Handles the calls of a service from its own process. All methods throw ForgeError. */
export interface LocalServer {
  /** Calls an operation that returns one message. */
  call(call: LocalCall): Promise<LocalResponse>;
  /** Calls an operation that returns a stream of bytes, which ends the call when it ends. */
  download(call: LocalCall): Promise<Download>;
  /** Waits for the calls in progress; cancels them after the given time, and waits no longer. */
  stop(graceMs: number): Promise<void>;
}

/** Creates the local server of a service. */
export function createLocalServer<Deps>(handler: CallHandler<Deps>): LocalServer {
  const running = new Set<RunningCall>();
  /** Runs a call; aborted calls end at once for the caller. */
  const start = <T>(
    local: LocalCall,
    work: (call: Call<Deps>, operation: BoundOperation<Deps>) => Promise<T>,
  ): { ended: Promise<{ result: T; call: Call<Deps> }>; running: RunningCall } => {
    const { rpc, context } = local;
    const operation = handler.operations.get(rpc);
    if (!operation) throw new ForgeError('unavailable', undefined, { retryAfter: 1 });
    const own = new RunningCall(local);
    running.add(own);
    const accept = (): IncomingCall => {
      handler.assertMayCall(rpc, context.issuer);
      const { until = Number.POSITIVE_INFINITY, unmodifiedSince } = local;
      return { context, signal: own.signal, until, unmodifiedSince };
    };
    const ended = handler
      .run(operation, accept, (call) => work(call, operation))
      .catch((error: unknown) => {
        // The error as another process would receive it.
        throw fromServiceError(toServiceError(error) as ServiceError);
      });
    const end = (): void => {
      own.close();
      running.delete(own);
    };
    ended.then(end, end);
    return { ended, running: own };
  };

  return {
    async call(local) {
      const { ended, running: own } = start(local, async (call, operation) => {
        const request = requestOf(handler, local);
        if (operation.kind === 'download') throw new Error(`${local.rpc} returns a stream`);
        const response =
          operation.kind === 'upload'
            ? await operation.handle(request as never, local.content ?? noContent(), call)
            : await operation.handle(request as never, call);
        return responseOf(handler, local, response);
      });
      const { result, call } = await Promise.race([ended, own.cancelled]);
      return { response: result, info: copyJson(call.info) };
    },

    download: (local) =>
      new Promise((resolve, reject) => {
        const { ended, running: own } = start(local, async (call, operation) => {
          if (operation.kind !== 'download') throw new Error(`${local.rpc} returns no stream`);
          const { headers, content } = await operation.handle(requestOf(handler, local) as never, call);
          await new Promise<void>((finish, fail) => {
            resolve({ headers: { ...headers }, content: own.follow(content, { ended, finish, fail }) });
          });
        });
        Promise.race([ended, own.cancelled]).catch(reject);
      }),

    async stop(graceMs) {
      let timer: NodeJS.Timeout | undefined;
      const cancelled = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          running.forEach((call) => call.cancel());
          resolve();
        }, graceMs);
      });
      await Promise.race([Promise.all([...running].map(({ closed }) => closed)), cancelled]);
      clearTimeout(timer);
    },
  };
}

/** A call in progress: its deadline and cancellation. */
class RunningCall {
  /** Rejects when the deadline passes or the caller cancels the call. */
  readonly cancelled: Promise<never>;
  /** Resolves when the call has ended. */
  readonly closed: Promise<void>;
  private readonly abort = new AbortController();
  private isExpired = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly removeListener: () => void;
  private markClosed!: () => void;

  constructor({ until, signal }: LocalCall) {
    this.closed = new Promise((resolve) => (this.markClosed = resolve));
    this.cancelled = new Promise((_, reject) => {
      this.abort.signal.addEventListener('abort', () =>
        reject(new ForgeError('unavailable', undefined, { retryAfter: 1, isTimeout: this.isExpired })),
      );
    });
    // Not every caller waits for it.
    this.cancelled.catch(() => undefined);
    const cancel = (): void => this.cancel();
    const expire = (): void => {
      this.isExpired = true;
      this.cancel();
    };
    if (until !== undefined) this.timer = setTimeout(expire, Math.max(until - Date.now(), 0));
    signal?.addEventListener('abort', cancel, { once: true });
    this.removeListener = () => signal?.removeEventListener('abort', cancel);
    if (signal?.aborted) cancel();
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.abort.abort();
  }

  close(): void {
    clearTimeout(this.timer);
    this.removeListener();
    this.markClosed();
  }

  /**
   * Returns the content of a download for its reader. It is produced in the scope of the call, as
   * fast as it is read; the call ends when it has been read, or is no longer read.
   */
  follow(
    content: AsyncIterable<Uint8Array>,
    { ended, finish, fail }: { ended: Promise<unknown>; finish: () => void; fail: (error: unknown) => void },
  ): AsyncIterable<Uint8Array> {
    const inScope = AsyncLocalStorage.snapshot();
    const chunks = inScope(() => content[Symbol.asyncIterator]());
    const stop = async (): Promise<void> => {
      finish();
      await inScope(() => chunks.return?.());
    };
    this.signal.addEventListener('abort', () => {
      stop().catch(() => undefined);
    });
    const { cancelled } = this;
    return {
      [Symbol.asyncIterator]: () => ({
        async next() {
          try {
            const chunk = await Promise.race([inScope(() => chunks.next()), cancelled]);
            if (chunk.done) finish();
            return chunk;
          } catch (error) {
            fail(error);
            // Rejects with the error as another process would receive it.
            await ended;
            throw error;
          }
        },
        async return() {
          await stop();
          return { done: true, value: undefined };
        },
      }),
    };
  }
}

function requestOf<Deps>(handler: CallHandler<Deps>, { rpc, codec, request }: LocalCall): unknown {
  if (codec === 'json') return copyJson(request);
  const method = handler.methods.get(rpc);
  if (!method) throw new Error(`${rpc} is not declared`);
  const copy = copierOf(method.input)(request);
  return handler.contracts.has(rpc) ? withoutEmptyLists(copy) : copy;
}

function responseOf<Deps>(handler: CallHandler<Deps>, { rpc, codec }: LocalCall, response: unknown): unknown {
  if (codec === 'json') return encodeBody(response, handler.contracts.get(rpc));
  const method = handler.methods.get(rpc);
  if (!method) throw new Error(`${rpc} is not declared`);
  const { output } = method;
  const copy = copierOf(output);
  // Null is absent in a response, but a value in a request.
  if (!hasJson(output)) return copy(response);
  return copy(handler.contracts.has(rpc) ? completeMessage(response, output) : withoutNulls(response));
}

async function* noContent(): AsyncGenerator<Uint8Array> {
  // An upload without a file.
}
