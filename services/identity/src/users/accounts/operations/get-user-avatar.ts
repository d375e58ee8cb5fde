import { downloadOperation, type Call } from '@forgemesh/rpc';
import { downloadAvatar } from '@forgemesh/data';
import { UserAvatarServiceDefinition } from '@forgemesh/proto/identity/v1/user_avatar';
import type { UserDocument } from '../user.model';
import type { UsersDeps } from '../deps';

/** Downloads the avatar of a user. */
export const getUserAvatar = downloadOperation(
  UserAvatarServiceDefinition.getUserAvatar,
  async ({ id, file_name: fileName }, { deps }: Call<UsersDeps>) => {
    const user = await deps.users.model.findById(id, { avatar: 1 }).lean<UserDocument>();
    return downloadAvatar(deps.avatarFiles, user?.avatar, fileName);
  },
);
