/**
 * Updates a user.
 *
 * A new name is reserved before the update and confirmed afterwards, as for a new user. A crash in
 * between leaves a reservation that expires, or a user whose event confirms it.
 */
import { changesOf, removeReplacedAvatar, isDuplicateKey, storeAvatar, type NewEvent } from '@forgemesh/data';
import { ConflictError, NotFoundError } from '@forgemesh/errors';
import type { Call, Parameters } from '@forgemesh/rpc';
import type { UpdateUserRequest } from '@forgemesh/proto/identity/v1/user';
import { confirmationRequested, resetRequested } from '../link-requests';
import { reserveName, taken } from '../drafts/reserve-name';
import { PASSWORD_CHANGED } from '../passwords/passwords';
import { assertValidUser } from './user-checks';
import { userChanges, type PreparedChanges } from './user-changes';
import { avatarUrlOf } from '../user.entity';
import { emailKeys, isEmailTaken } from '../user-emails';
import { assertIdentityFree, type UserIdentityRequest } from '../user-identities';
import type { UserDocument } from '../user.model';
import type { UsersDeps } from '../deps';

type Request = Parameters<UpdateUserRequest>;

/** Fields that are left out of the changes in events: secrets and derived fields. */
const hiddenFields = /^password_|^sign_in_epoch$|^avatar$|_lower$|_keys$|^search_|^emails$/;
type HiddenField = `password_${string}` | 'sign_in_epoch' | 'avatar' | 'emails';

/**
 * Updates a user. Throws ConflictError for a taken email or name, and ValidationError for invalid
 * fields.
 */
export async function changeUser(call: Call<UsersDeps>, user: UserDocument, request: Request): Promise<UserDocument> {
  const { deps } = call;
  await assertFree(deps, user._id, request);
  assertValid(deps, user, request);
  const prepared = await prepare(call, user._id, request);
  const claim = { path: request.username ?? user.username, user_id: user._id };
  const isRenamed = claim.path !== user.username;
  if (isRenamed) await reserveName(deps, { ...claim, name: request.name ?? user.name });
  const changed = await store(call, user._id, (current) => userChanges(current, request, prepared));
  if (!changed) {
    if (isRenamed) await deps.namespaces.releaseNamespace(claim).catch(() => undefined);
    await assertFree(deps, user._id, request);
    throw new ConflictError();
  }
  if (isRenamed) {
    await deps.namespaces.confirmNamespace(claim).catch((error: unknown) => {
      call.log.warn(
        { err: error, user_id: user._id },
        'name reservation not confirmed; the event of the user confirms it',
      );
    });
  }
  if (prepared.avatar !== undefined) await removeReplacedAvatar(deps.avatarFiles, user.avatar, changed.avatar);
  return changed;
}

async function prepare({ deps, context }: Call<UsersDeps>, userId: number, request: Request): Promise<PreparedChanges> {
  const isEmailConfirmed =
    request.skip_reconfirmation === true || !deps.settings.current().send_user_confirmation_email;
  return {
    tier: context.tier,
    avatar: await storeAvatar(deps.avatarFiles, request.avatar),
    passwordHash:
      request.password === undefined ? undefined : await deps.passwords.hash({ userId, password: request.password }),
    emailId: request.email === undefined ? 0 : await deps.sequences.next('emails'),
    isEmailConfirmed,
  };
}

function assertValid(deps: UsersDeps, user: UserDocument, request: Request): void {
  const email = request.email?.toLowerCase();
  assertValidUser(request, {
    minimumPasswordLength: deps.settings.current().minimum_password_length,
    ownEmails: [...emailKeys(user), ...(email === undefined ? [] : [email])],
  });
}

/** Returns null if the email, name or identity has been taken by another user. */
async function store(
  { deps, principal }: Call<UsersDeps>,
  id: number,
  changesIn: (current: UserDocument) => Partial<UserDocument>,
): Promise<UserDocument | null> {
  try {
    const changed = await deps.users.mutate(id, (current) => {
      const set = changesIn(current);
      const changes = changesOf(current, set);
      if (Object.keys(changes).length === 0) return null;
      const visibleChanges = {
        ...withoutHiddenFields(changes),
        // Events contain the URL of the picture, not its storage location.
        ...('avatar' in changes && {
          avatar_url: { from: avatarUrlOf(deps.urls, current), to: avatarUrlOf(deps.urls, { ...current, ...set }) },
        }),
        ...('password_hash' in changes && { password: PASSWORD_CHANGED }),
      };
      return {
        set: { ...set, updated_at: new Date() },
        events: [
          { type: 'identity.user.updated', actor: principal.id, changes: visibleChanges },
          ...emailEventsOf(current, set, principal.id),
        ],
      };
    });
    if (!changed) throw new NotFoundError('User');
    return changed;
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

function withoutHiddenFields<Changes extends object>(changes: Changes): Omit<Changes, HiddenField> {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !hiddenFields.test(field))) as Changes;
}

/** Events that request the emails caused by a change. */
function emailEventsOf(before: UserDocument, set: Partial<UserDocument>, actor: number): NewEvent[] {
  const existing = emailKeys(before);
  const added = (set.emails ?? []).find((one) => one.is_next_primary && !existing.includes(one.email_lower));
  return [
    ...(set.password_reset ? [resetRequested(actor)] : []),
    ...(added ? [confirmationRequested(added.email, actor)] : []),
  ];
}

async function assertFree(deps: UsersDeps, id: number, request: Request & UserIdentityRequest): Promise<void> {
  const { model } = deps.users;
  const others = { _id: { $ne: id } };
  if (request.email !== undefined && (await isEmailTaken(deps, request.email, id)))
    throw new ConflictError(taken.email);
  if (request.username !== undefined) {
    const isUsed = await model.exists({ ...others, username_lower: request.username.toLowerCase() });
    if (isUsed) throw new ConflictError(taken.username);
  }
  await assertIdentityFree(deps, request, id);
}
