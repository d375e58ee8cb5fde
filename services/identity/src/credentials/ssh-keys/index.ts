import { createSshKey } from './operations/create-ssh-key';
import { createUserSshKey } from './operations/create-user-ssh-key';
import { deleteSshKey } from './operations/delete-ssh-key';
import { deleteUserSshKey } from './operations/delete-user-ssh-key';
import { getSshKey } from './operations/get-ssh-key';
import { getSshKeyWithUser } from './operations/get-ssh-key-with-user';
import { listCurrentUserSshKeys } from './operations/list-current-user-ssh-keys';
import { listUserSshKeys } from './operations/list-user-ssh-keys';

/** The operations on SSH keys. */
export const operations = [
  listCurrentUserSshKeys,
  listUserSshKeys,
  getSshKey,
  getSshKeyWithUser,
  createSshKey,
  createUserSshKey,
  deleteSshKey,
  deleteUserSshKey,
];
