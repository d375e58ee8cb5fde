import { UserStateServiceService } from '@forgemesh/proto/identity/v1/user_state';
import { operation } from '../operation';
import { changeUserState } from './change-user-state';

/** Blocks a user. */
export const blockUser = operation(UserStateServiceService.blockUser, ({ id }, call) =>
  changeUserState(call, id, { from: ['active', 'deactivated'], to: 'blocked', assertAllowed: () => undefined }),
);
