// Errors that a person can act on are printed as one sentence; all others with their stack.

/**
 * An error whose message is a complete sentence for the person at the terminal: printed without a
 * stack, exit code 1.
 */
export class PlainError extends Error {
  override name = 'PlainError';
}

/**
 * Runs the main function of a script. The exit code is 0, or 1 after an error, which is printed on
 * stderr (one sentence for a PlainError).
 * @param main may resolve to another exit code
 */
export async function runMain(main: () => Promise<number | void>) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(formatError(error));
    process.exitCode = 1;
  }
}

/** @returns the message of a PlainError, otherwise the stack */
export function formatError(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
