// Errors that a person can act on are one sentence; everything else keeps its stack.

/**
 * A failure whose message is a whole sentence for the person at the terminal: shown without a
 * stack, exit code 1.
 */
export class PlainError extends Error {
  override name = 'PlainError';
}

/**
 * Runs a script's main function: exit code 0, or 1 with the error on stderr (one sentence for a
 * PlainError).
 * @param main its number, if any, is the exit code
 */
export async function runMain(main: () => Promise<number | void>) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

/** @returns one sentence, or the stack when it is no PlainError */
export function explain(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
