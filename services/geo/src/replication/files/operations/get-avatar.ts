/** Delegated operations of projects and identity: download the replicas of avatars. */
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { UserAvatarServiceDefinition } from '@forgemesh/proto/identity/v1/user_avatar';
import { AvatarServiceDefinition } from '@forgemesh/proto/projects/v1/avatar';
import { downloadFileReplica } from '../file-replica';
import type { FilesDeps } from '../deps';

/** Downloads the avatar of a project. */
export const getProjectAvatar = downloadOperation(
  AvatarServiceDefinition.getProjectAvatar,
  ({ file_name }, call: Call<FilesDeps>) =>
    downloadFileReplica(call.deps, 'project_avatar', { id: call.resource('id').id, file_name }),
);

/** Downloads the avatar of a group. */
export const getGroupAvatar = downloadOperation(
  AvatarServiceDefinition.getGroupAvatar,
  ({ file_name }, call: Call<FilesDeps>) =>
    downloadFileReplica(call.deps, 'group_avatar', { id: call.resource('id').id, file_name }),
);

/** Downloads the avatar of a user. */
export const getUserAvatar = downloadOperation(
  UserAvatarServiceDefinition.getUserAvatar,
  ({ id, file_name }, { deps }: Call<FilesDeps>) => downloadFileReplica(deps, 'user_avatar', { id, file_name }),
);
