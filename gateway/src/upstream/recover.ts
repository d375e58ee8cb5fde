/**
 * Recovers calls whose service was lost.
 *
 * A call that was not sent is retried until the wait timeout of its service or storage, which is
 * unavailable while its process is replaced. An interrupted read is retried once. An interrupted
 * write may have been carried out: the gateway waits until the service is back and retries once
 * with the same operation id, by which the service recognizes it. In a pool, each retry goes to
 * another process, and there may be two.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { status as GrpcStatus, type ServiceError } from '@grpc/grpc-js';
import { ERROR_KEY, fromServiceError, wasUnsent, type Channel } from '@forgemesh/rpc';

/** Calls are retried for at least this long, in milliseconds: another replica may be ready. */
const MIN_RETRY_MS = 1_000;
/** Pause before the state of the channel is checked, so that it has noticed the loss. */
const NOTICE_MS = 50;

type Loss = 'none' | 'unsent' | 'broken' | 'unimplemented';

/** Runs a call and recovers it. Throws the ForgeError of the last attempt. */
export async function withRecovery<T>(channel: Channel, attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let deadline: number | undefined;
  for (let interruptions = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      const loss = signal?.aborted ? 'none' : lossOf(error as ServiceError);
      if (loss === 'broken' || loss === 'unimplemented') interruptions++;
      if (loss === 'none' || interruptions > channel.maxInterruptions) throw fromServiceError(error as ServiceError);
      deadline ??= Date.now() + Math.max(channel.waitTimeoutMs, MIN_RETRY_MS);
      // The next replica gets the retry immediately.
      if (loss === 'unimplemented') continue;
      await pause(NOTICE_MS);
      const isReady = Date.now() < deadline && (await channel.waitUntilReady({ until: deadline, ms: Infinity }));
      if (signal?.aborted || !isReady) throw fromServiceError(error as ServiceError);
    }
  }
}

/**
 * Returns how a call was lost; `none` for a response of the service, including errors of the
 * catalogue.
 */
export function lossOf(error: ServiceError): Loss {
  if (error.metadata?.get(ERROR_KEY).length) return 'none';
  switch (error.code) {
    case GrpcStatus.UNIMPLEMENTED:
      return 'unimplemented';
    case GrpcStatus.UNAVAILABLE:
      return wasUnsent(error.details) ? 'unsent' : 'broken';
    case GrpcStatus.CANCELLED:
      return 'broken';
    case GrpcStatus.INTERNAL:
      return error.details.includes('RST_STREAM') ? 'broken' : 'none';
    default:
      return 'none';
  }
}
