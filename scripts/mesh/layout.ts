// The layouts of an instance: which services run in which process.

import { PlainError } from '../lib/fail.ts';

/** `single`: one process runs all services; `separate`: each service has its own process. */
export const layouts = ['single', 'separate'] as const;
export type Layout = (typeof layouts)[number];

/**
 * Reads the option `--processes`.
 * @param usage printed with the error
 * @throws {PlainError} for any other text
 */
export function readLayout(text: string | undefined, usage: string): Layout | undefined {
  const layout = layouts.find((name) => name === text);
  if (layout === text) return layout;
  throw new PlainError(`--processes must be ${layouts.join(' or ')}, not ${text}.\n${usage}`);
}

/** Maximum number of processes that serve the repositories on one machine. */
const MAX_REPOSITORIES = 9;

/**
 * Reads the option `--repositories`.
 * @param usage printed with the error
 * @throws {PlainError} for anything but a number from 1 to 9
 */
export function readRepositories(text: string | undefined, usage: string): number {
  const count = text === undefined ? 1 : Number(text);
  if (text !== '' && Number.isInteger(count) && count >= 1 && count <= MAX_REPOSITORIES) return count;
  throw new PlainError(`--repositories must be a number from 1 to ${MAX_REPOSITORIES}, not ${text}.\n${usage}`);
}
