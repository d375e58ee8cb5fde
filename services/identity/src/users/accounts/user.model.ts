/** Stored users. */
import { entitySchema, type Avatar, type EntityDocument, type SearchFields } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** State of a user. Only active users may act. */
export type UserState = 'active' | 'blocked' | 'deactivated';

/** A user at an external identity provider. */
export interface UserIdentityDocument {
  provider: string;
  extern_uid: string;
  saml_provider_id?: number;
}

/** A filter of lists that a user saved. */
export interface SavedFilterDocument {
  /** `issues` or `merge_requests`. */
  list: string;
  /** Unique among the user's filters of the list. */
  name: string;
  query: string;
}

/** A secondary email of a user. */
export interface UserEmailDocument {
  id: number;
  /** Operation id of its creation, by which a retry finds it. */
  operation_id?: string;
  email: string;
  email_lower: string;
  /** Null until confirmed; an unconfirmed email only reserves the address. */
  confirmed_at: Date | null;
  /** Whether it becomes the primary email when confirmed. */
  is_next_primary?: boolean;
  created_at: Date;
}

/** A link emailed to an address of a user. */
export interface EmailLinkDocument {
  /** Keyed digest of the token in the link. */
  digest: string;
  email_lower: string;
}

/** A request for a link with which the user sets a password, and the link if it was sent. */
export interface PasswordResetDocument extends Partial<EmailLinkDocument> {
  requested_at: Date;
  /** When the link expires. */
  expires_at?: Date;
}

/** Current status message of a user. */
export interface UserStatusDocument {
  emoji: string;
  message: string | null;
}

/** Display preferences of a user; unset ones have defaults. */
export interface UserPreferencesDocument {
  view_diffs_file_by_file?: boolean;
  show_whitespace_in_diffs?: boolean;
  preferred_language?: string;
}

/** A user. */
export interface UserDocument extends EntityDocument, SearchFields {
  username: string;
  /** For case-insensitive lookups and ordering, as the other `_lower` fields. */
  username_lower: string;
  name: string;
  name_lower: string;
  email: string;
  email_lower: string;
  /** Secondary emails, oldest first; absent if there never was one. */
  emails?: UserEmailDocument[];
  /** All emails in lower case, unique among users. */
  email_keys?: string[];
  /** Links that confirm emails, one per email; absent if none was ever sent. */
  email_links?: EmailLinkDocument[];
  state: UserState;
  admin: boolean;
  external: boolean;
  /** Whether it is an internal user, who cannot act. */
  is_internal: boolean;
  private_profile: boolean;
  can_create_group: boolean;
  projects_limit: number;
  bio: string | null;
  location: string | null;
  public_email: string;
  skype: string;
  linkedin: string;
  twitter: string;
  website_url: string;
  organization: string;
  note: string | null;
  /** Null or absent if there is no avatar. */
  avatar?: Avatar | null;
  /** Null or absent if no status is set. */
  status?: UserStatusDocument | null;
  preferences?: UserPreferencesDocument;
  theme_id: number;
  color_scheme_id: number;
  shared_runners_minutes_limit: number | null;
  extra_shared_runners_minutes_limit: number | null;
  /** Hash with its parameters; null if there is no usable password. */
  password_hash: string | null;
  /** Null or absent if no link is pending or valid. */
  password_reset?: PasswordResetDocument | null;
  /** The last accepted terms; absent if none were accepted. */
  accepted_terms?: { version: string; accepted_at: Date };
  /** Incremented when all sign-ins of the user end; absent is 0. */
  sign_in_epoch?: number;
  two_factor_enabled: boolean;
  identities: UserIdentityDocument[];
  /** Provider and id of each identity, unique among users; absent if none exist. */
  identity_keys?: string[];
  custom_attributes: { key: string; value: string }[];
  /** Filters of lists; absent if none were saved. */
  saved_filters?: SavedFilterDocument[];
  confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  current_sign_in_at: Date | null;
  /** `YYYY-MM-DD`. */
  last_activity_on: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Stored fields by which users can be ordered. */
export const userOrders = {
  id: '_id',
  name: 'name_lower',
  username: 'username_lower',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const;

/** Unique key of an identity. */
export function identityKey(provider: string, externUid: string): string {
  return `${provider}\n${externUid}`;
}

/** Creates the model. */
export function createUserModel(connection: Connection): Model<UserDocument> {
  const schema = entitySchema<UserDocument>('users', {
    username: String,
    username_lower: String,
    name: String,
    name_lower: String,
    email: String,
    email_lower: String,
    emails: { type: [Schema.Types.Mixed], default: undefined },
    email_keys: { type: [String], default: undefined },
    email_links: { type: [Schema.Types.Mixed], default: undefined },
    search_text: String,
    state: String,
    admin: Boolean,
    external: Boolean,
    is_internal: Boolean,
    private_profile: Boolean,
    can_create_group: Boolean,
    projects_limit: Number,
    bio: String,
    location: String,
    public_email: String,
    skype: String,
    linkedin: String,
    twitter: String,
    website_url: String,
    organization: String,
    note: String,
    avatar: Schema.Types.Mixed,
    status: Schema.Types.Mixed,
    preferences: Schema.Types.Mixed,
    theme_id: Number,
    color_scheme_id: Number,
    shared_runners_minutes_limit: Number,
    extra_shared_runners_minutes_limit: Number,
    password_hash: String,
    password_reset: Schema.Types.Mixed,
    accepted_terms: Schema.Types.Mixed,
    sign_in_epoch: Number,
    two_factor_enabled: Boolean,
    identities: [Schema.Types.Mixed],
    identity_keys: { type: [String], default: undefined },
    custom_attributes: [Schema.Types.Mixed],
    saved_filters: { type: [Schema.Types.Mixed], default: undefined },
    confirmed_at: Date,
    last_sign_in_at: Date,
    current_sign_in_at: Date,
    last_activity_on: String,
    created_at: Date,
    updated_at: Date,
  });
  schema.index({ username_lower: 1 }, { unique: true });
  schema.index({ email_lower: 1 }, { unique: true });
  schema.index({ email_keys: 1 }, { unique: true, sparse: true });
  schema.index({ identity_keys: 1 }, { unique: true, sparse: true });
  schema.index({ 'custom_attributes.key': 1 });
  schema.index({ state: 1, _id: -1 });
  schema.index({ external: 1, _id: -1 });
  schema.index({ admin: 1, _id: -1 });
  schema.index({ last_activity_on: 1, _id: 1 });
  schema.index({ 'avatar.file': 1 }, { sparse: true });
  schema.index({ 'password_reset.digest': 1 }, { sparse: true });
  schema.index({ 'email_links.digest': 1 }, { sparse: true });
  // Both directions, because the tie-breaker is always descending.
  for (const field of ['name_lower', 'created_at', 'updated_at']) {
    schema.index({ [field]: 1, _id: -1 });
    schema.index({ [field]: -1, _id: -1 });
  }
  return connection.model<UserDocument>('users', schema);
}
