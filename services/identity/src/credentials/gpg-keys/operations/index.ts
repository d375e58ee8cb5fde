import { createGpgKey } from './create-gpg-key';
import { createUserGpgKey } from './create-user-gpg-key';
import { deleteGpgKey } from './delete-gpg-key';
import { deleteUserGpgKey } from './delete-user-gpg-key';
import { getGpgKey } from './get-gpg-key';
import { listCurrentUserGpgKeys } from './list-current-user-gpg-keys';
import { listUserGpgKeys } from './list-user-gpg-keys';
import { revokeGpgKey } from './revoke-gpg-key';
import { revokeUserGpgKey } from './revoke-user-gpg-key';

/** The operations on GPG keys. */
export const operations = [
  listCurrentUserGpgKeys,
  listUserGpgKeys,
  getGpgKey,
  createGpgKey,
  createUserGpgKey,
  deleteGpgKey,
  deleteUserGpgKey,
  revokeGpgKey,
  revokeUserGpgKey,
];
