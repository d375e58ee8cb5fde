/** The side of a shared thread. */
import { parentPort } from 'node:worker_threads';
import type { SharedRequest, SharedResponse } from './shared-messages';

/** A response, and the memory in it that is moved to the other thread. */
export interface Answer<Response> {
  response: Response;
  transfer?: readonly ArrayBuffer[];
}

/** Handles the requests to this thread. Each handler starts before the next request is handled. */
export function answerRequests<Request, Response>(
  handle: (request: Request) => Answer<Response> | Promise<Answer<Response>>,
): void {
  parentPort?.on('message', ({ id, request }: SharedRequest<Request>) => void answer(id, () => handle(request)));
}

async function answer<Response>(id: number, handle: () => Answer<Response> | Promise<Answer<Response>>): Promise<void> {
  try {
    const { response, transfer = [] } = await handle();
    send<Response>({ id, response }, transfer);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    send<Response>({ id, failure: { message, code } });
  }
}

function send<Response>(message: SharedResponse<Response>, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
