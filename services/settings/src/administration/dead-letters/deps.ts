import type { DeadLetterClient } from '#clients';

/** Dependencies of dead letters. */
export interface DeadLettersDeps {
  /** Dead letter clients by service name. */
  deadLetters: Map<string, DeadLetterClient>;
}
