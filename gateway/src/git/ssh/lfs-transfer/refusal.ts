import type { Reply } from './messages';

/** A refusal with a message for the user. */
export function refusalOf(status: number, message: unknown): Reply {
  return { status, lines: [typeof message === 'string' ? message : 'The request could not be handled.'] };
}
