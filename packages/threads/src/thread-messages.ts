/** Messages from a thread to its pool. */

/** `failed` has the message of the error that the work threw. */
export type ThreadMessage =
  { kind: 'started' } | { kind: 'done'; response: unknown } | { kind: 'failed'; message: string };
