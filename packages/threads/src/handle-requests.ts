/** The side of a thread: runs the work for each request of the pool. */
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage } from './thread-messages';

/** Handles the requests of the pool that started this thread. */
export function handleRequests<Request, Response>(handle: (request: Request) => Response): void {
  parentPort?.on('message', (request: Request) => {
    // The time limit starts here, so a slowly starting thread costs the work nothing.
    send({ kind: 'started' });
    try {
      send({ kind: 'done', response: handle(request) });
    } catch (error) {
      send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}
