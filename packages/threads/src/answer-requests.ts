/** The side of a shared thread. */
import { parentPort } from 'node:worker_threads';
import type { SharedRequest, SharedResponse } from './shared-messages';

/** Handles the requests to this thread. Each handler starts before the next request is handled. */
export function answerRequests<Request, Response>(handle: (request: Request) => Response | Promise<Response>): void {
  parentPort?.on('message', ({ id, request }: SharedRequest<Request>) => void answer(id, () => handle(request)));
}

async function answer<Response>(id: number, handle: () => Response | Promise<Response>): Promise<void> {
  try {
    send<Response>({ id, response: await handle() });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    send<Response>({ id, failure: { message, code } });
  }
}

function send<Response>(message: SharedResponse<Response>): void {
  parentPort?.postMessage(message);
}
