/** Presents users in the API, and their profiles for other services. */
import { avatarPath, assignFields } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { User } from '@forgemesh/proto/identity/v1/user';
import type { Urls } from '#urls';
import { verifiedEmails } from './user-emails';
import type { UserDocument } from './user.model';

/** A user in the API. */
export type UserEntity = ResponseOf<User>;

/** URL of a user's avatar; null if none exists. */
export function avatarUrlOf(urls: Urls, { _id: id, avatar }: UserDocument): string | null {
  const path = avatarPath('user', id, avatar);
  return path === null ? null : urls.page(path);
}

/** Presents the short form of a user. */
export function presentShortUser(urls: Urls, user: UserDocument): UserEntity {
  const short: Omit<UserEntity, 'identities' | 'custom_attributes'> = {
    id: user._id,
    name: user.name,
    username: user.username,
    state: user.state,
    avatar_url: avatarUrlOf(urls, user),
    web_url: urls.page(user.username),
  };
  // Without fields that the viewer may not see.
  return short as UserEntity;
}

/** Presents the profile that every signed-in user may see; the short form for a private profile. */
export function presentPublicUser(urls: Urls, user: UserDocument): UserEntity {
  const short = presentShortUser(urls, user);
  return user.private_profile ? short : assignFields(short, profileFields(user));
}

function profileFields(user: UserDocument): Partial<UserEntity> {
  return {
    created_at: user.created_at.toISOString(),
    bio: user.bio,
    location: user.location,
    public_email: user.public_email,
    skype: user.skype,
    linkedin: user.linkedin,
    twitter: user.twitter,
    website_url: user.website_url,
    organization: user.organization,
  };
}

/** Viewer of a fully presented user. */
export interface FullView {
  /** License tier of the instance. */
  tier: number;
  /** Whether the viewer is an administrator, who sees notes. */
  admin: boolean;
  /** Whether custom attributes were requested. */
  customAttributes?: boolean | undefined;
}

/** Presents all fields that administrators and the user may see. */
export function presentFullUser(
  urls: Urls,
  user: UserDocument,
  { tier, admin, customAttributes }: FullView,
): UserEntity {
  const full = {
    last_sign_in_at: user.last_sign_in_at?.toISOString() ?? null,
    confirmed_at: user.confirmed_at?.toISOString() ?? null,
    last_activity_on: user.last_activity_on,
    email: user.email,
    theme_id: user.theme_id,
    color_scheme_id: user.color_scheme_id,
    projects_limit: user.projects_limit,
    current_sign_in_at: user.current_sign_in_at?.toISOString() ?? null,
    identities: user.identities.map(({ provider, extern_uid, saml_provider_id }) => ({
      provider,
      extern_uid,
      ...(tier >= 2 && provider === 'group_saml' && { saml_provider_id: saml_provider_id ?? null }),
    })),
    can_create_group: user.can_create_group,
    can_create_project: user.projects_limit > 0,
    two_factor_enabled: user.two_factor_enabled,
    external: user.external,
    private_profile: user.private_profile,
    is_admin: user.admin,
    shared_runners_minutes_limit: tier >= 1 ? user.shared_runners_minutes_limit : undefined,
    extra_shared_runners_minutes_limit: tier >= 1 ? user.extra_shared_runners_minutes_limit : undefined,
    note: tier >= 1 && admin ? user.note : undefined,
    custom_attributes: admin && customAttributes ? user.custom_attributes : undefined,
    preferred_language: user.preferences?.preferred_language ?? 'auto',
  };
  return assignFields(full, presentShortUser(urls, user), profileFields(user)) as UserEntity;
}

/** Presents the profile for other services and events. */
export function presentProfile(urls: Urls, user: UserDocument): UserProfile {
  return {
    id: user._id,
    name: user.name,
    username: user.username,
    state: user.state,
    avatar_url: avatarUrlOf(urls, user) ?? undefined,
    web_url: urls.page(user.username),
    created_at: user.created_at.toISOString(),
    email: user.email,
    admin: user.admin,
    external: user.external,
    can_create_group: user.can_create_group,
    projects_limit: user.projects_limit,
    private_profile: user.private_profile,
    version: user.version,
    verified_emails: verifiedEmails(user),
  };
}
