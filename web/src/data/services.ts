import { api, unwrap } from '#api/client';

/** Keys of the queries of services. */
export const serviceKeys = {
  all: ['admin', 'services'],
} as const;

/** List the gateway and the services with their health. */
export function listServices() {
  return unwrap(api.GET('/api/v4/admin/services'));
}
