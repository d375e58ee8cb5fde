/** What a request to change a user sets in his document. */
import { searchFields, type Avatar } from '@forgemesh/data';
import type { Parameters } from '@forgemesh/rpc';
import type { UpdateUserRequest } from '@forgemesh/proto/identity/v1/user';
import type { UpdateQuery } from 'mongoose';
import { requestedReset } from '../../sign-in/password-resets/password-reset';
import { nextSignInEpoch } from '../../sign-in/sign-ins/sign-in-epoch';
import { emailKeys, furtherEmails } from './user-emails';
import { identityKey, type UserDocument, type UserEmailDocument, type UserIdentityDocument } from './user.model';

type Request = Parameters<UpdateUserRequest>;
type Changes = Partial<UserDocument>;

/** What is worked out once, before the document is read to be changed. */
export interface PreparedChanges {
  /** Licence tier of the instance; fields above it are unknown. */
  tier: number;
  passwordHash: string | undefined;
  /** Null for none any more. */
  avatar: Avatar | null | undefined;
  /** Id of the further email that a change of the primary one makes. */
  emailId: number;
  /** Whether a changed email is the primary one at once. */
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

/** The fields that a request sets; what it does not name is left out. */
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

/** A link to set a password ends with the password before, and so do the sign-ins. */
function passwordChanges(user: UserDocument, request: Request, { passwordHash }: PreparedChanges): Changes {
  return {
    ...(passwordHash !== undefined && { password_hash: passwordHash, ...nextSignInEpoch(user) }),
    ...(passwordHash !== undefined && user.password_reset && { password_reset: null }),
    ...(request.reset_password && { password_reset: requestedReset() }),
  };
}

/** External users own nothing. */
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
  const others = furtherEmails(user).filter(({ email_lower: other }) => other !== lower);
  const further = (text: string, confirmedAt: Date | null): UserEmailDocument =>
    furtherEmail(prepared.emailId, text, confirmedAt);
  if (lower === user.email_lower) return { email };
  if (!prepared.isEmailConfirmed) {
    // His own already: nothing to confirm once more.
    if (others.length < furtherEmails(user).length) return {};
    return withKeys(user, { emails: [...others, { ...further(email, null), is_next_primary: true }] });
  }
  return withKeys(user, {
    ...{ email, email_lower: lower },
    confirmed_at: isVouched ? new Date() : user.confirmed_at,
    emails: [...others, further(user.email, user.confirmed_at)],
  });
}

function furtherEmail(id: number, email: string, confirmedAt: Date | null): UserEmailDocument {
  return { id, email, email_lower: email.toLowerCase(), confirmed_at: confirmedAt, created_at: new Date() };
}

/**
 * Confirms a further email; one that was to be the primary email is it from then on, and the one
 * before takes its place.
 */
export function confirmFurtherEmail(user: UserDocument, confirmed: UserEmailDocument): Changes {
  const now = new Date();
  const { id, email, email_lower: lower, is_next_primary: isNext } = confirmed;
  const withThis = (one: UserEmailDocument): Changes => ({
    emails: furtherEmails(user).map((each) => (each.id === id ? one : each)),
  });
  if (!isNext) return withThis({ ...confirmed, confirmed_at: now });
  const primary = { email, email_lower: lower, confirmed_at: now };
  return withKeys(user, { ...primary, ...withThis(furtherEmail(id, user.email, user.confirmed_at)) });
}

function withKeys(user: UserDocument, changes: Changes): Changes {
  return { ...changes, email_keys: emailKeys({ ...user, ...changes }) };
}

/** One identity for each provider. */
function identityChanges({ identities }: UserDocument, request: Request): Changes {
  const { provider, extern_uid: externUid, group_id_for_saml: groupId } = request;
  if (provider === undefined || externUid === undefined) return {};
  const identity = { provider, extern_uid: externUid, ...(groupId !== undefined && { saml_provider_id: groupId }) };
  return withIdentities([...identities.filter((known) => known.provider !== provider), identity]).set;
}

/** Identities with the keys that make them unique, which are absent where there is none. */
export function withIdentities(identities: UserIdentityDocument[]): {
  set: Changes;
  update?: UpdateQuery<UserDocument>;
} {
  if (identities.length === 0) return { set: { identities }, update: { $unset: { identity_keys: 1 } } };
  const keys = identities.map((known) => identityKey(known.provider, known.extern_uid));
  return { set: { identities, identity_keys: keys } };
}
