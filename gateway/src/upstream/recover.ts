/**
 * What happens when a service is lost in the middle of a call.
 *
 * A call that never left is tried again for as long as the patience with its service or its storage lasts, which is away while its process
 * is replaced. A read that broke is asked once more. A write that broke may have happened: the gateway waits until the service answers
 * again and asks once more with the same operation id, by which the service knows it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { status as GrpcStatus, type ServiceError } from '@grpc/grpc-js';
import { ERROR_KEY, fromServiceError, wasUnsent, type Channel } from '@forgemesh/rpc';

/** What was lost is tried again for so long, in milliseconds, however short the patience is: another replica may be there already. */
const MIN_RETRY_MS = 1_000;
/** Pause before the channel is asked, so that it has noticed the loss. */
const NOTICE_MS = 50;

type Loss = 'none' | 'unsent' | 'broken' | 'unimplemented';

/** Runs a call and recovers it. Throws the ForgeError of the last attempt. */
export async function withRecovery<T>(channel: Channel, attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let deadline: number | undefined;
  for (let broken = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      const loss = signal?.aborted ? 'none' : lossOf(error as ServiceError);
      if (loss === 'broken' || loss === 'unimplemented') broken++;
      if (loss === 'none' || broken > 1) throw fromServiceError(error as ServiceError);
      deadline ??= Date.now() + Math.max(channel.patienceMs, MIN_RETRY_MS);
      // Another replica is next in turn; there is nothing to wait for.
      if (loss === 'unimplemented') continue;
      await pause(NOTICE_MS);
      const isThere = Date.now() < deadline && (await channel.becomesReady({ until: deadline, ms: Infinity }));
      if (signal?.aborted || !isThere) throw fromServiceError(error as ServiceError);
    }
  }
}

/** How a call was lost; `none` for an answer of the service, which an error of the catalogue is too. */
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
