/**
 * Stores a new user under a claimed name.
 *
 * User names share one namespace with the paths of groups, which another service owns: the name is
 * claimed first, then the user is stored, then the claim is confirmed. A crash in between leaves a
 * claim that expires, or a user whose event confirms it.
 */
import { randomUUID } from 'node:crypto';
import { isDuplicateKey, keepAvatar, type NewEvent } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import type { Parameters } from '@forgemesh/rpc';
import { confirmationRequested } from '../email-confirmations/email-confirmation';
import { resetRequested } from '../../sign-in/password-resets/password-reset';
import type { Identity } from '../../deps';
import { claimName, taken } from './drafts/claim-name';
import { newUser, type NewUser } from './new-user';
import { assertValidUser, type UserFields } from './user-checks';
import { isEmailTaken } from './user-emails';
import { assertIdentityFree } from './user-identities';
import type { UserDocument } from './user.model';

/** Who adds a user. */
export interface Addition {
  /** Id of the administrator. */
  actor: number;
  operationId: string | undefined;
  /** Licence tier of the instance. */
  tier: number;
  /** Whether the user is one of the system, who cannot act himself. */
  isInternal?: boolean;
}

type Request = Parameters<NewUser>;

/**
 * Adds a user. Throws ConflictError for a taken email or name, ValidationError for wrong fields.
 */
export async function addUser(deps: Identity, request: Request, addition: Addition): Promise<UserDocument> {
  const settings = deps.settings.current();
  const { tier, isInternal = false } = addition;
  await assertFree(deps, request);
  assertValidUser(fieldsOf(request), {
    minimumPasswordLength: settings.minimum_password_length,
    ownEmails: [request.email.toLowerCase()],
    // Users of the system have an address that nobody reads.
    ...(!isInternal && { domains: settings }),
  });
  const avatar = await keepAvatar(deps.avatarFiles, request.avatar);
  const user = { ...(await newUser(request, { settings, tier })), is_internal: isInternal, ...(avatar && { avatar }) };
  const id = await drawId(deps, addition.operationId);
  const claim = { path: request.username, user_id: id };
  await claimName(deps, { ...claim, name: request.name });
  const stored = await insert(deps, { ...user, _id: id, operation_id: addition.operationId }, addition.actor);
  if (!stored) {
    await deps.namespaces.releaseNamespace(claim).catch((error: unknown) => {
      deps.log.warn({ err: error, user_id: id }, 'claim not released, it expires');
    });
    await assertFree(deps, request);
    throw new ConflictError();
  }
  await deps.namespaces.confirmNamespace(claim).catch((error: unknown) => {
    deps.log.warn({ err: error, user_id: id }, 'claim not confirmed yet, the event of the user does it');
  });
  return stored;
}

/** The fields that can be wrong. A password counts where nothing wins over it. */
function fieldsOf(request: Request): UserFields {
  const isRandom = request.reset_password === true || request.force_random_password === true;
  return { ...request, password: isRandom ? undefined : (request.password ?? '') };
}

async function assertFree(deps: Identity, request: Request): Promise<void> {
  const { email, username } = request;
  if (await isEmailTaken(deps, email)) throw new ConflictError(taken.email);
  const isNamed = await deps.users.model.exists({ username_lower: username.toLowerCase() });
  if (isNamed) throw new ConflictError(taken.username);
  await assertIdentityFree(deps, request);
}

/** The id of the new user; the same when the request is repeated, so that its claim is its own. */
async function drawId({ users, drafts }: Identity, operationId: string = randomUUID()): Promise<number> {
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

/** Undefined where another request was faster. */
async function insert(
  { users }: Identity,
  user: Omit<UserDocument, 'version'>,
  actor: number,
): Promise<UserDocument | undefined> {
  try {
    return await users.insert(user, [{ type: 'identity.user.created', actor }, ...mailsOf(user, actor)]);
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}

/**
 * The mail that a new user gets: whoever sets a password by its link confirms his email with it.
 */
function mailsOf(user: Omit<UserDocument, 'version'>, actor: number): NewEvent[] {
  if (user.is_internal) return [];
  if (user.password_reset) return [resetRequested(actor)];
  return user.confirmed_at ? [] : [confirmationRequested(user.email, actor)];
}
