import { api, unwrap } from '#api/client';

/** Keys of the queries of license. */
export const licenseKeys = {
  all: ['admin', 'license'],
} as const;

/** Get the license of the instance. */
export function getLicense() {
  return unwrap(api.GET('/api/v4/license'));
}
