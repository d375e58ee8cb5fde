import { activateUser } from './activate-user';
import { blockUser } from './block-user';
import { copiedFileOperations } from './copied-files';
import { createUser } from './create-user';
import { deactivateUser } from './deactivate-user';
import { deleteUser } from './delete-user';
import { deleteUserIdentity } from './delete-user-identity';
import { getCurrentUser } from './get-current-user';
import { getPasswordMatch } from './get-password-match';
import { getUser } from './get-user';
import { getUserAvatar } from './get-user-avatar';
import { listUserActivities } from './list-user-activities';
import { listUserProfiles } from './list-user-profiles';
import { listUsers } from './list-users';
import { onUserDeleted } from './on-user-deleted';
import { searchUsers } from './search-users';
import { sweepAvatars } from './sweep-avatars';
import { sweepDrafts } from './sweep-drafts';
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
  getPasswordMatch,
  listUserProfiles,
  searchUsers,
  ...copiedFileOperations,
];

/** What is done for users when something happened. */
export const consumers = [onUserDeleted];

/** What is done for users at intervals. */
export const schedules = [sweepDrafts, sweepAvatars];
