import { api, unwrap } from '#api/client';

/** Keys of the queries of storages. */
export const adminStorageKeys = {
  all: ['admin', 'storages'],
} as const;

/** List the storages of repositories. */
export function listAdminStorages() {
  return unwrap(api.GET('/api/v4/admin/storages'));
}
