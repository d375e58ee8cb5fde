/** Calls of services of the same process, as the generated clients make them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isForgeError } from '@forgemesh/errors';
import type { CallContext, Metrics } from '@forgemesh/telemetry';
import { localContext, type ContextSigner } from '../context';
import type { MethodDefinition } from '../operation';
import type { LocalServices } from './local-services';

/** The process that calls. */
export interface LocalCallerOptions {
  services: LocalServices;
  /** Name of the calling process, as in its signed contexts. */
  issuer: string;
  signer: ContextSigner;
  metrics: Metrics;
}

/** A call to make. */
export interface OutgoingCall {
  method: MethodDefinition<never, never>;
  service: string;
  request: unknown;
  context: CallContext;
  timeoutMs: number | undefined;
  content?: AsyncIterable<Uint8Array>;
}

/** Calls services of the same process. */
export interface LocalCaller {
  /** Whether the service, or the storage of it, is in this process. */
  has(service: string, storage: string | undefined): boolean;
  /** Calls a unary RPC or an upload. */
  call(call: OutgoingCall): Promise<unknown>;
  /** Calls an RPC that streams its response: the headers and chunks of a download. */
  read(call: OutgoingCall): AsyncGenerator<unknown>;
}

/** How long a stream waits for a service that is starting, in milliseconds. */
const START_TIMEOUT_MS = 10_000;

/** Creates the local caller of a process. */
export function createLocalCaller({ services, issuer, signer, metrics }: LocalCallerOptions): LocalCaller {
  const contextFor = ({ method, service, context }: OutgoingCall) => {
    const isTransfer = method.requestStream || method.responseStream;
    return localContext({ issuer, signer }, context, { audience: service, method: method.path, isTransfer });
  };
  const measured = async <T>(rpc: string, work: () => Promise<T>): Promise<T> => {
    const stopTimer = metrics.called.startTimer({ rpc });
    try {
      const result = await work();
      stopTimer({ code: 'ok' });
      return result;
    } catch (error) {
      stopTimer({ code: isForgeError(error) ? error.reason : 'internal' });
      throw error;
    }
  };
  return {
    has: (service, storage) => services.has(service, storage),
    call: (call) =>
      measured(call.method.path, async () => {
        const { method, service, request, timeoutMs, content } = call;
        const until = timeoutMs === undefined ? undefined : Date.now() + timeoutMs;
        const server = await services.find(service, until ?? Date.now() + START_TIMEOUT_MS);
        const context = contextFor(call);
        const bytes = content && inCurrentScope(content);
        const { response } = await server.call({
          rpc: method.path,
          context,
          request,
          codec: 'message',
          until,
          content: bytes,
        });
        return response;
      }),
    async *read(call) {
      const { method, service, request, timeoutMs } = call;
      const until = timeoutMs === undefined ? undefined : Date.now() + timeoutMs;
      const server = await services.find(service, until ?? Date.now() + START_TIMEOUT_MS);
      const { headers, content } = await server.download({
        rpc: method.path,
        context: contextFor(call),
        request,
        codec: 'message',
        until,
      });
      yield { part: { $case: 'headers', value: { headers } } };
      for await (const chunk of content) yield { part: { $case: 'chunk', value: chunk } };
    },
  };
}

/** Returns content that is produced in the scope of the caller while the service reads it. */
function inCurrentScope(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const inScope = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const chunks = inScope(() => content[Symbol.asyncIterator]());
      return {
        next: () => inScope(() => chunks.next()),
        return: () => inScope(() => chunks.return?.() ?? Promise.resolve({ done: true as const, value: undefined })),
      };
    },
  };
}
