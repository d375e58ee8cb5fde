import type { Clients } from '#clients/clients';

/** Dependencies of maintenance. */
export interface MaintenanceDeps {
  clients: Pick<Clients, 'housekeeping'>;
}
