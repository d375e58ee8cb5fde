import type { Clients } from '#clients/clients';
import type { Display } from '#clients/display';

/** Dependencies of rules. */
export interface RulesDeps {
  clients: Clients;
  /** Display data of users and groups. */
  display: Display;
}
