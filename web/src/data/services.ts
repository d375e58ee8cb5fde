import { api, unwrap } from '#api/client';

/** List the gateway and the services with their health. */
export function listServices() {
  return unwrap(api.GET('/api/v4/admin/services'));
}
