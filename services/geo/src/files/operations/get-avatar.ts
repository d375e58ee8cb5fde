/** On a secondary in the place of projects and identity: downloads the copies of pictures. */
import { UserAvatarServiceDefinition } from '@forgemesh/proto/identity/v1/user_avatar';
import { AvatarServiceDefinition } from '@forgemesh/proto/projects/v1/avatar';
import { downloadOperation } from '../../operation';
import { downloadHeld } from '../held-file';

/** Downloads the picture of a project. */
export const getProjectAvatar = downloadOperation(AvatarServiceDefinition.getProjectAvatar, ({ file_name }, call) =>
  downloadHeld(call.deps, 'project_avatar', { id: call.resource('id').id, file_name }),
);

/** Downloads the picture of a group. */
export const getGroupAvatar = downloadOperation(AvatarServiceDefinition.getGroupAvatar, ({ file_name }, call) =>
  downloadHeld(call.deps, 'group_avatar', { id: call.resource('id').id, file_name }),
);

/** Downloads the picture of a user. */
export const getUserAvatar = downloadOperation(
  UserAvatarServiceDefinition.getUserAvatar,
  ({ id, file_name }, { deps }) => downloadHeld(deps, 'user_avatar', { id, file_name }),
);
