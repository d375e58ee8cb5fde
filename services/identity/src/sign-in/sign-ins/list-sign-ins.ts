import { listPage } from '@forgemesh/data';
import type { Call, ResponseOf, Parameters } from '@forgemesh/rpc';
import type { ListCurrentUserSignInsRequest, SignIn } from '@forgemesh/proto/identity/v1/sign_in';
import type { QueryFilter } from 'mongoose';
import { signIns, type TokenDocument } from '#credentials/tokens';
import { requireUser, signInEpochOf, type UserDocument } from '#users/accounts';
import { presentSignIn } from './sign-in.entity';
import type { SignInsDeps } from './deps';

/**
 * Returns a page of the sign-ins of a user, oldest first. Throws NotFoundError if the user does not
 * exist.
 */
export async function listSignIns(
  call: Call<SignInsDeps>,
  userId: number,
  request: Parameters<ListCurrentUserSignInsRequest>,
): Promise<{ sign_ins: ResponseOf<SignIn>[] }> {
  const holder = await requireUser(call.deps, userId);
  const tokens = await listPage(call, {
    model: call.deps.tokens.model,
    filter: { user_id: userId, ...signIns, ...stateFilterOf(request.state, holder) },
    sort: { _id: 1 },
    request,
  });
  const view = { holder, currentId: call.context.token_id };
  return { sign_ins: tokens.map((token) => presentSignIn(token, view)) };
}

function stateFilterOf(state: string | undefined, holder: UserDocument): QueryFilter<TokenDocument> {
  const epoch = signInEpochOf(holder);
  // Documents of earlier releases have no epoch, which counts as 0.
  const numbers = epoch === 0 ? [epoch, null] : [epoch];
  switch (state) {
    case 'active':
      return { revoked: false, sign_in_epoch: { $in: numbers }, refresh_until: { $gte: new Date() } };
    case 'inactive':
      return {
        $or: [{ revoked: true }, { sign_in_epoch: { $nin: numbers } }, { refresh_until: { $lt: new Date() } }],
      };
    default:
      return {};
  }
}
