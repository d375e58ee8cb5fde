/** Runs operations for the other side of a message channel and sends back their results. */
import type { Socket } from 'node:net';
import { GitError, isGitError } from '../errors';
import { operations, streamOperations } from '../operations';
import { explainDiskFailure } from '../storage/disk-failure';
import type { Operation, StreamOperation, WorkerState } from './context';
import type { FromWorker, ToWorker, WireError } from './messages';
import { Pipe } from './pipe';

interface Running {
  abort: AbortController;
  pipe: Pipe;
}

/**
 * Returns the function that handles the other side's messages; `send` must tolerate a closed
 * channel.
 */
export function serve(
  state: WorkerState,
  send: (message: FromWorker) => void,
): (message: ToWorker, connection?: Socket) => void {
  const running = new Map<number, Running>();

  async function run(id: number, name: string, input: unknown): Promise<void> {
    const abort = new AbortController();
    const pipe = new Pipe(id, send);
    running.set(id, { abort, pipe });
    try {
      const context = state.context(abort.signal);
      const output = await find(name)(context, input, pipe);
      send({ kind: 'done', id, output });
    } catch (error) {
      send({ kind: 'failed', id, error: toWireError(await explainDiskFailure(error, folderOf(input))) });
    } finally {
      running.delete(id);
    }
  }

  return (message, connection) => {
    if (message.kind === 'connection') return state.connections.deliver(message.name, connection);
    if (message.kind === 'call') return void run(message.id, message.operation, message.input);
    const call = running.get(message.id);
    if (message.kind !== 'cancel') return call?.pipe.receive(message);
    call?.abort.abort();
    call?.pipe.fail(new GitError('cancelled', 'the call was cancelled'));
  };
}

function find(name: string): StreamOperation<unknown, unknown> {
  // The list is typed for its callers; the inputs here are those that the client sent over the
  // channel.
  const plain = operations as unknown as Record<string, Operation<unknown, unknown>>;
  const streaming = streamOperations as unknown as Record<string, StreamOperation<unknown, unknown>>;
  if (Object.hasOwn(plain, name)) return plain[name]!;
  if (Object.hasOwn(streaming, name)) return streaming[name]!;
  throw new GitError('invalid_argument', `there is no git operation ${name}`);
}

/** The repository that a call writes to. */
function folderOf(input: unknown): string | undefined {
  const { target, repo } = (input ?? {}) as { target?: unknown; repo?: unknown };
  const folder = target ?? repo;
  return typeof folder === 'string' ? folder : undefined;
}

function toWireError(error: unknown): WireError {
  if (isGitError(error)) return { reason: error.reason, message: error.message, details: error.details };
  // An unexpected error keeps its stack in the message, so that the service's log shows its origin.
  return { reason: 'git_failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
