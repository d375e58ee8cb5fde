import type { CommandRequest } from '../protocol/command-request';

const partial = /^(have|shallow|deepen|deepen-\w+|filter) /;

/** Whether a request is the last one of a clone of the whole history, which a bundle would save. */
export function isFullClone({ command, args }: CommandRequest): boolean {
  return command === 'fetch' && args.includes('done') && !args.some((arg) => partial.test(arg));
}
