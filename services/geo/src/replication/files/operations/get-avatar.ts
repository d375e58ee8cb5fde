/** Delegated operations of projects and identity: download the replicas of avatars. */
import { UserAvatarServiceDefinition } from '@forgemesh/proto/identity/v1/user_avatar';
import { AvatarServiceDefinition } from '@forgemesh/proto/projects/v1/avatar';
import { downloadOperation } from '#operation';
import { downloadFileReplica } from '../file-replica';

/** Downloads the avatar of a project. */
export const getProjectAvatar = downloadOperation(AvatarServiceDefinition.getProjectAvatar, ({ file_name }, call) =>
  downloadFileReplica(call.deps, 'project_avatar', { id: call.resource('id').id, file_name }),
);

/** Downloads the avatar of a group. */
export const getGroupAvatar = downloadOperation(AvatarServiceDefinition.getGroupAvatar, ({ file_name }, call) =>
  downloadFileReplica(call.deps, 'group_avatar', { id: call.resource('id').id, file_name }),
);

/** Downloads the avatar of a user. */
export const getUserAvatar = downloadOperation(
  UserAvatarServiceDefinition.getUserAvatar,
  ({ id, file_name }, { deps }) => downloadFileReplica(deps, 'user_avatar', { id, file_name }),
);
