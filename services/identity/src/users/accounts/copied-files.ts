/** Files of this service that secondary nodes replicate. */
import { avatarKind, fileOriginOperations } from '@forgemesh/data';
import { isReplicated } from '#access';
import type { UsersDeps } from './deps';

export const copiedFileOperations = fileOriginOperations<UsersDeps>(
  {
    user_avatar: avatarKind(
      ({ avatarFiles }) => avatarFiles,
      ({ users }) => users.model as never,
    ),
  },
  isReplicated,
);
