import { activateUser } from './activate-user';
import { blockUser } from './block-user';
import { copiedFileOperations } from '../copied-files';
import { createUser } from './create-user';
import { deactivateUser } from './deactivate-user';
import { deleteUser } from './delete-user';
import { deleteUserIdentity } from './delete-user-identity';
import { getCurrentUser } from './get-current-user';
import { getUser } from './get-user';
import { getUserAvatar } from './get-user-avatar';
import { listUserActivities } from './list-user-activities';
import { listUsers } from './list-users';
import { sealPasswords } from '../passwords/seal-passwords';
import { searchUsers } from './search-users';
import { sweepAvatars } from '../sweep-avatars';
import { sweepDrafts } from '../drafts/sweep-drafts';
import { unblockUser } from './unblock-user';
import { updateUser } from './update-user';

/** The operations on users. */
export const operations = [
  getCurrentUser,
  listUsers,
  getUser,
  createUser,
  updateUser,
  deleteUser,
  blockUser,
  unblockUser,
  activateUser,
  deactivateUser,
  deleteUserIdentity,
  getUserAvatar,
  listUserActivities,
  searchUsers,
  ...copiedFileOperations,
];

/** Scheduled jobs for users. */
export const schedules = [sweepDrafts, sweepAvatars, sealPasswords];
