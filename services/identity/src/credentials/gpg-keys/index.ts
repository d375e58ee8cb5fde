import { createGpgKey } from './operations/create-gpg-key';
import { createUserGpgKey } from './operations/create-user-gpg-key';
import { deleteGpgKey } from './operations/delete-gpg-key';
import { deleteUserGpgKey } from './operations/delete-user-gpg-key';
import { getGpgKey } from './operations/get-gpg-key';
import { listCurrentUserGpgKeys } from './operations/list-current-user-gpg-keys';
import { listUserGpgKeys } from './operations/list-user-gpg-keys';
import { revokeGpgKey } from './operations/revoke-gpg-key';
import { revokeUserGpgKey } from './operations/revoke-user-gpg-key';

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
