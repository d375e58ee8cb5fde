/**
 * Stores a new user under a reserved name.
 *
 * Usernames share one namespace with the paths of groups, which the projects service owns: the name
 * is reserved, the user is stored, and the reservation is confirmed. A crash in between leaves a
 * reservation that expires, or a user whose event confirms it.
 */
import { randomUUID } from 'node:crypto';
import { isDuplicateKey, storeAvatar, type NewEvent } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import type { Parameters } from '@forgemesh/rpc';
import { confirmationRequested, resetRequested } from '../link-requests';
import { reserveName, taken } from '../drafts/reserve-name';
import { newUser, type NewUser } from './new-user';
import { assertValidUser, type UserFields } from './user-checks';
import { isEmailTaken } from '../user-emails';
import { assertIdentityFree } from '../user-identities';
import type { UserDocument } from '../user.model';
import type { UsersDeps } from '../deps';

/** Context of the creation of a user. */
export interface Addition {
  /** Id of the administrator; null if the user registers. */
  actor: number | null;
  operationId: string | undefined;
  /** License tier of the instance. */
  tier: number;
  /** Whether it is an internal user, who cannot act. */
  isInternal?: boolean;
}

type Request = Parameters<NewUser>;

/**
 * Adds a user. Throws ConflictError for a taken email or name, and ValidationError for invalid
 * fields.
 */
export async function addUser(deps: UsersDeps, request: Request, addition: Addition): Promise<UserDocument> {
  const settings = deps.settings.current();
  const { tier, isInternal = false } = addition;
  await assertFree(deps, request);
  assertValidUser(fieldsOf(request), {
    minimumPasswordLength: settings.minimum_password_length,
    ownEmails: [request.email.toLowerCase()],
    // Internal users have an unused address.
    ...(!isInternal && { domains: settings }),
  });
  const avatar = await storeAvatar(deps.avatarFiles, request.avatar);
  const id = await reserveId(deps, addition.operationId);
  const passwordHash = await hashOf(deps, id, request);
  const fields = await newUser(request, { settings, tier, passwordHash });
  const user = { ...fields, is_internal: isInternal, ...(avatar && { avatar }) };
  const claim = { path: request.username, user_id: id };
  await reserveName(deps, { ...claim, name: request.name });
  const stored = await insert(deps, { ...user, _id: id, operation_id: addition.operationId }, addition.actor ?? id);
  if (!stored) {
    await deps.namespaces.releaseNamespace(claim).catch((error: unknown) => {
      deps.log.warn({ err: error, user_id: id }, 'name reservation not released; it expires');
    });
    await assertFree(deps, request);
    throw new ConflictError();
  }
  await deps.namespaces.confirmNamespace(claim).catch((error: unknown) => {
    deps.log.warn({ err: error, user_id: id }, 'name reservation not confirmed; the event of the user confirms it');
  });
  return stored;
}

/** The fields to validate. A password is ignored if a random one or a link is requested. */
function fieldsOf(request: Request): UserFields {
  return { ...request, password: hasRandomPassword(request) ? undefined : (request.password ?? '') };
}

function hasRandomPassword(request: Request): boolean {
  return request.reset_password === true || request.force_random_password === true;
}

/** A random password is not stored: no one knows it. */
async function hashOf({ passwords }: UsersDeps, userId: number, request: Request): Promise<string | null> {
  if (hasRandomPassword(request) || request.password === undefined) return null;
  return passwords.hash({ userId, password: request.password });
}

async function assertFree(deps: UsersDeps, request: Request): Promise<void> {
  const { email, username } = request;
  if (await isEmailTaken(deps, email)) throw new ConflictError(taken.email);
  const isNamed = await deps.users.model.exists({ username_lower: username.toLowerCase() });
  if (isNamed) throw new ConflictError(taken.username);
  await assertIdentityFree(deps, request);
}

/** Returns the id of the new user; a retry gets the same id and therefore the same reservation. */
async function reserveId({ users, drafts }: UsersDeps, operationId: string = randomUUID()): Promise<number> {
  const drawn = { user_id: await users.nextId(), at: new Date() };
  try {
    await drafts.create([{ _id: operationId, ...drawn }]);
    return drawn.user_id;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const earlier = await drafts.findById(operationId).lean();
    return earlier?.user_id ?? drawn.user_id;
  }
}

/** Returns undefined if a concurrent request has inserted the user. */
async function insert(
  { users }: UsersDeps,
  user: Omit<UserDocument, 'version'>,
  actor: number,
): Promise<UserDocument | undefined> {
  try {
    return await users.insert(user, [{ type: 'identity.user.created', actor }, ...emailEventsOf(user, actor)]);
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

/**
 * Events that request the emails of a new user. Setting a password with an emailed link also
 * confirms the email.
 */
function emailEventsOf(user: Omit<UserDocument, 'version'>, actor: number): NewEvent[] {
  if (user.is_internal) return [];
  if (user.password_reset) return [resetRequested(actor)];
  return user.confirmed_at ? [] : [confirmationRequested(user.email, actor)];
}
