import type { Clients } from '#clients';

/** Dependencies of maintenance. */
export interface MaintenanceDeps {
  clients: Pick<Clients, 'housekeeping'>;
}
