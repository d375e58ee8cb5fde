import { createSshKey } from './create-ssh-key';
import { createUserSshKey } from './create-user-ssh-key';
import { deleteSshKey } from './delete-ssh-key';
import { deleteUserSshKey } from './delete-user-ssh-key';
import { getSshKey } from './get-ssh-key';
import { getSshKeyWithUser } from './get-ssh-key-with-user';
import { listCurrentUserSshKeys } from './list-current-user-ssh-keys';
import { listUserSshKeys } from './list-user-ssh-keys';

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
