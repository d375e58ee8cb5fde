import type { Clients } from '#clients';

/** Dependencies of repository maintenance. */
export interface MaintenanceDeps {
  clients: Pick<Clients, 'housekeeping'>;
}
