import type { Clients, Display } from '#clients';

/** Dependencies of the evaluation of rules. */
export interface RulesDeps {
  clients: Clients;
  /** Display data of users and groups. */
  display: Display;
}
