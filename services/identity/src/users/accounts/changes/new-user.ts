/** Builds a new user's document from the request and the defaults of the instance. */
import { searchFields } from '@forgemesh/data';
import { PatternTimeoutError, userPatterns } from '@forgemesh/patterns';
import type { CreateUserRequest } from '@forgemesh/proto/identity/v1/user';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { requestedReset } from '../link-requests';
import { identityKey, type UserDocument } from '../user.model';

/** Fields of a new user; all but three are optional. */
export type NewUser = Partial<Omit<CreateUserRequest, 'email' | 'name' | 'username'>> &
  Pick<CreateUserRequest, 'email' | 'name' | 'username'>;

/** Instance settings for new users, and the hash of the password. */
export interface NewUserRules {
  settings: Pick<
    ApplicationSettings,
    'default_projects_limit' | 'user_default_external' | 'user_default_internal_regex'
  >;
  /** License tier; fields of higher tiers are ignored. */
  tier: number;
  /** Null if the user has no usable password. */
  passwordHash: string | null;
}

/** Builds the document without the fields that the store adds. */
export async function newUser(
  request: NewUser,
  { settings, tier, passwordHash }: NewUserRules,
): Promise<Omit<UserDocument, '_id' | 'version' | 'operation_id'>> {
  const { email, name, username, provider, extern_uid: externUid } = request;
  const now = new Date();
  const external = request.external ?? (await isExternalByDefault(email, settings));
  const hasIdentity = provider !== undefined && externUid !== undefined;
  return {
    username,
    username_lower: username.toLowerCase(),
    name,
    name_lower: name.toLowerCase(),
    email,
    email_lower: email.toLowerCase(),
    email_keys: [email.toLowerCase()],
    ...searchFields(name, username),
    state: 'active',
    admin: request.admin ?? false,
    external,
    is_internal: false,
    private_profile: request.private_profile ?? false,
    // External users cannot create groups or projects.
    can_create_group: external ? false : (request.can_create_group ?? true),
    projects_limit: external ? 0 : (request.projects_limit ?? settings.default_projects_limit),
    bio: request.bio ?? null,
    location: request.location ?? null,
    public_email: request.public_email ?? '',
    skype: request.skype ?? '',
    linkedin: request.linkedin ?? '',
    twitter: request.twitter ?? '',
    website_url: request.website_url ?? '',
    organization: request.organization ?? '',
    note: tier >= 1 ? (request.note ?? null) : null,
    theme_id: request.theme_id ?? 1,
    color_scheme_id: request.color_scheme_id ?? 1,
    shared_runners_minutes_limit: tier >= 1 ? (request.shared_runners_minutes_limit ?? null) : null,
    extra_shared_runners_minutes_limit: tier >= 1 ? (request.extra_shared_runners_minutes_limit ?? null) : null,
    password_hash: passwordHash,
    ...(request.reset_password === true && { password_reset: requestedReset() }),
    two_factor_enabled: false,
    identities: hasIdentity ? [{ provider, extern_uid: externUid }] : [],
    ...(hasIdentity && { identity_keys: [identityKey(provider, externUid)] }),
    custom_attributes: [],
    confirmed_at: request.skip_confirmation ? now : null,
    last_sign_in_at: null,
    current_sign_in_at: null,
    last_activity_on: null,
    created_at: now,
    updated_at: now,
  };
}

/** New users are external if the instance says so, except those with an internal email. */
async function isExternalByDefault(email: string, settings: NewUserRules['settings']): Promise<boolean> {
  if (!settings.user_default_external) return false;
  const own = settings.user_default_internal_regex;
  if (!own) return true;
  try {
    const [isOwn] = await userPatterns.match('settings', { source: own, ignore_case: true }, [email]);
    return !isOwn;
  } catch (error) {
    // If the pattern times out, the user is external.
    if (error instanceof PatternTimeoutError) return true;
    throw error;
  }
}
