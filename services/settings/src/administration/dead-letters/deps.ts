import type { DeadLetterClient } from '#clients/clients';

/** Dependencies of dead letters. */
export interface DeadLettersDeps {
  /** Dead letter clients by service name. */
  deadLetters: Map<string, DeadLetterClient>;
}
