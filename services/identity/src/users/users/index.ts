import { activateUser } from './operations/activate-user';
import { blockUser } from './operations/block-user';
import { copiedFileOperations } from './copied-files';
import { createUser } from './operations/create-user';
import { deactivateUser } from './operations/deactivate-user';
import { deleteUser } from './operations/delete-user';
import { deleteUserIdentity } from './operations/delete-user-identity';
import { getCurrentUser } from './operations/get-current-user';
import { getUser } from './operations/get-user';
import { getUserAvatar } from './operations/get-user-avatar';
import { listUserActivities } from './operations/list-user-activities';
import { listUsers } from './operations/list-users';
import { sealPasswords } from './passwords/seal-passwords';
import { searchUsers } from './operations/search-users';
import { sweepAvatars } from './sweep-avatars';
import { sweepDrafts } from './drafts/sweep-drafts';
import { unblockUser } from './operations/unblock-user';
import { updateUser } from './operations/update-user';

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
