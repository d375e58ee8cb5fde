import { downloadAvatar } from '@forgemesh/data';
import { UserAvatarServiceDefinition } from '@forgemesh/proto/identity/v1/user_avatar';
import { downloadOperation } from '#operation';
import type { UserDocument } from '../user.model';

/** Downloads the avatar of a user. */
export const getUserAvatar = downloadOperation(
  UserAvatarServiceDefinition.getUserAvatar,
  async ({ id, file_name: fileName }, { deps }) => {
    const user = await deps.users.model.findById(id, { avatar: 1 }).lean<UserDocument>();
    return downloadAvatar(deps.avatarFiles, user?.avatar, fileName);
  },
);
