import { api, unwrap } from '#api/client';

/** Get the license of the instance. */
export function getLicense() {
  return unwrap(api.GET('/api/v4/license'));
}
