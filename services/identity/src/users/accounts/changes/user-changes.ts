/** Computes the changes that an update request makes to a user's document. */
import { searchFields, type Avatar } from '@forgemesh/data';
import type { Parameters } from '@forgemesh/rpc';
import type { UpdateUserRequest } from '@forgemesh/proto/identity/v1/user';
import type { UpdateQuery } from 'mongoose';
import { requestedReset } from '../link-requests';
import { nextSignInEpoch } from '../sign-in-epoch';
import { emailKeys, secondaryEmails } from '../user-emails';
import { identityKey, type UserDocument, type UserEmailDocument, type UserIdentityDocument } from '../user.model';

type Request = Parameters<UpdateUserRequest>;
type Changes = Partial<UserDocument>;

/** Values that are computed before the document is read. */
export interface PreparedChanges {
  /** License tier of the instance; fields of higher tiers are ignored. */
  tier: number;
  passwordHash: string | undefined;
  /** Null removes the picture. */
  avatar: Avatar | null | undefined;
  /** Id of the secondary email created by a change of the primary one. */
  emailId: number;
  /** Whether a changed email becomes the primary one immediately. */
  isEmailConfirmed: boolean;
}

const plainFields = [
  'admin',
  'private_profile',
  'can_create_group',
  'projects_limit',
  'bio',
  'location',
  'public_email',
  'skype',
  'linkedin',
  'twitter',
  'website_url',
  'organization',
  'theme_id',
  'color_scheme_id',
] as const;

const paidFields = ['note', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'] as const;

/** Returns the changed fields; fields that the request leaves out are unchanged. */
export function userChanges(user: UserDocument, request: Request, prepared: PreparedChanges): Changes {
  const fields = [...plainFields, ...(prepared.tier >= 1 ? paidFields : [])];
  const given = fields.filter((field) => request[field] !== undefined);
  return {
    ...Object.fromEntries(given.map((field) => [field, request[field]])),
    ...nameChanges(user, request),
    ...passwordChanges(user, request, prepared),
    ...(prepared.avatar !== undefined && { avatar: prepared.avatar }),
    ...externalChanges(user, request),
    ...emailChanges(user, request, prepared),
    ...identityChanges(user, request),
  };
}

function nameChanges({ name, username }: UserDocument, request: Request): Changes {
  if (request.name === undefined && request.username === undefined) return {};
  const names = { name: request.name ?? name, username: request.username ?? username };
  return {
    ...names,
    name_lower: names.name.toLowerCase(),
    username_lower: names.username.toLowerCase(),
    ...searchFields(names.name, names.username),
  };
}

/** A password change invalidates password links and ends all sign-ins. */
function passwordChanges(user: UserDocument, request: Request, { passwordHash }: PreparedChanges): Changes {
  return {
    ...(passwordHash !== undefined && { password_hash: passwordHash, ...nextSignInEpoch(user) }),
    ...(passwordHash !== undefined && user.password_reset && { password_reset: null }),
    ...(request.reset_password && { password_reset: requestedReset() }),
  };
}

/** External users cannot create groups or projects. */
function externalChanges(user: UserDocument, { external }: Request): Changes {
  if (external === undefined) return {};
  const becomesExternal = external && !user.external;
  return { external, ...(becomesExternal && { can_create_group: false, projects_limit: 0 }) };
}

function emailChanges(
  user: UserDocument,
  { email, skip_reconfirmation: isVouched }: Request,
  prepared: PreparedChanges,
): Changes {
  const lower = email?.toLowerCase();
  if (email === undefined || lower === undefined || email === user.email) return {};
  const others = secondaryEmails(user).filter(({ email_lower: other }) => other !== lower);
  const further = (text: string, confirmedAt: Date | null): UserEmailDocument =>
    secondaryEmail(prepared.emailId, text, confirmedAt);
  if (lower === user.email_lower) return { email };
  if (!prepared.isEmailConfirmed) {
    // Already a secondary email of the user: nothing to confirm.
    if (others.length < secondaryEmails(user).length) return {};
    return withKeys(user, { emails: [...others, { ...further(email, null), is_next_primary: true }] });
  }
  return withKeys(user, {
    email,
    email_lower: lower,
    confirmed_at: isVouched ? new Date() : user.confirmed_at,
    emails: [...others, further(user.email, user.confirmed_at)],
  });
}

function secondaryEmail(id: number, email: string, confirmedAt: Date | null): UserEmailDocument {
  return { id, email, email_lower: email.toLowerCase(), confirmed_at: confirmedAt, created_at: new Date() };
}

/**
 * Confirms a secondary email. If it was to become the primary email, it is swapped with the current
 * one.
 */
export function confirmSecondaryEmail(user: UserDocument, confirmed: UserEmailDocument): Changes {
  const now = new Date();
  const { id, email, email_lower: lower, is_next_primary: isNext } = confirmed;
  const withThis = (one: UserEmailDocument): Changes => ({
    emails: secondaryEmails(user).map((each) => (each.id === id ? one : each)),
  });
  if (!isNext) return withThis({ ...confirmed, confirmed_at: now });
  const primary = { email, email_lower: lower, confirmed_at: now };
  return withKeys(user, { ...primary, ...withThis(secondaryEmail(id, user.email, user.confirmed_at)) });
}

function withKeys(user: UserDocument, changes: Changes): Changes {
  return { ...changes, email_keys: emailKeys({ ...user, ...changes }) };
}

/** A user has one identity per provider. */
function identityChanges({ identities }: UserDocument, request: Request): Changes {
  const { provider, extern_uid: externUid, group_id_for_saml: groupId } = request;
  if (provider === undefined || externUid === undefined) return {};
  const identity = { provider, extern_uid: externUid, ...(groupId !== undefined && { saml_provider_id: groupId }) };
  return withIdentities([...identities.filter((existing) => existing.provider !== provider), identity]).set;
}

/** Identities with their unique keys, which are absent if none exist. */
export function withIdentities(identities: UserIdentityDocument[]): {
  set: Changes;
  update?: UpdateQuery<UserDocument>;
} {
  if (identities.length === 0) return { set: { identities }, update: { $unset: { identity_keys: 1 } } };
  const keys = identities.map((existing) => identityKey(existing.provider, existing.extern_uid));
  return { set: { identities, identity_keys: keys } };
}
