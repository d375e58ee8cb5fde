/** Users as they are stored. */
import { entitySchema, type Avatar, type EntityDocument, type SearchFields } from '@forgemesh/data';
import { Schema, type Connection, type Model } from 'mongoose';

/** What a user may be. Only active users may act. */
export type UserState = 'active' | 'blocked' | 'deactivated';

/** A user at an external identity provider. */
export interface UserIdentityDocument {
  provider: string;
  extern_uid: string;
  saml_provider_id?: number;
}

/** An address that a user has besides his primary one. */
export interface UserEmailDocument {
  id: number;
  /** Id of the write that added it, so that a repeated request finds it. */
  operation_id?: string;
  email: string;
  email_lower: string;
  /** Null while it counts for nothing but the claim on the address. */
  confirmed_at: Date | null;
  /** Whether it becomes the primary one when it is confirmed. */
  is_next_primary?: boolean;
  created_at: Date;
}

/** A link that goes to an address of a user by mail. */
export interface EmailLinkDocument {
  /** Keyed digest of what the link carries. */
  digest: string;
  email_lower: string;
}

/** A wish for a link by which the user sets a password, and the link where it was sent. */
export interface PasswordResetDocument extends Partial<EmailLinkDocument> {
  requested_at: Date;
  /** When the link ends. */
  expires_at?: Date;
}

/** What a user says of himself at the moment. */
export interface UserStatusDocument {
  emoji: string;
  message: string | null;
}

/** How a user likes to see things; what he never said has a default. */
export interface UserPreferencesDocument {
  view_diffs_file_by_file?: boolean;
  show_whitespace_in_diffs?: boolean;
}

/** A user. */
export interface UserDocument extends EntityDocument, SearchFields {
  username: string;
  /** For look-ups and order without case, as the other `_lower` fields. */
  username_lower: string;
  name: string;
  name_lower: string;
  email: string;
  email_lower: string;
  /** Further emails, oldest first; absent where there never was one. */
  emails?: UserEmailDocument[];
  /** All emails in lower case, unique among users. */
  email_keys?: string[];
  /** Links that confirm emails, one for each; absent where none was ever sent. */
  email_links?: EmailLinkDocument[];
  state: UserState;
  admin: boolean;
  external: boolean;
  /** A user of the system, who cannot act himself. */
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
  /** Null or absent where he has no picture. */
  avatar?: Avatar | null;
  /** Null or absent where he says nothing. */
  status?: UserStatusDocument | null;
  preferences?: UserPreferencesDocument;
  theme_id: number;
  color_scheme_id: number;
  shared_runners_minutes_limit: number | null;
  extra_shared_runners_minutes_limit: number | null;
  /** Hash with its parameters; null where no password is known to anybody. */
  password_hash: string | null;
  /** Null or absent where no link is to be sent or followed. */
  password_reset?: PasswordResetDocument | null;
  /** The terms that he accepted last; absent where he never did. */
  accepted_terms?: { version: string; accepted_at: Date };
  /** Grows when all sign-ins of the user end; absent is 0. */
  sign_in_epoch?: number;
  two_factor_enabled: boolean;
  identities: UserIdentityDocument[];
  /** Provider and id of each identity, unique among users; absent where there is none. */
  identity_keys?: string[];
  custom_attributes: { key: string; value: string }[];
  confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  current_sign_in_at: Date | null;
  /** `YYYY-MM-DD`. */
  last_activity_on: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Fields by which users are listed, as they are stored. */
export const userOrders = {
  id: '_id',
  name: 'name_lower',
  username: 'username_lower',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const;

/** What makes an identity unique. */
export function identityKey(provider: string, externUid: string): string {
  return `${provider}\n${externUid}`;
}

/** Makes the model. */
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
    search_trigrams: [String],
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
  schema.index({ search_trigrams: 1 });
  schema.index({ state: 1, _id: -1 });
  schema.index({ external: 1, _id: -1 });
  schema.index({ last_activity_on: 1, _id: 1 });
  schema.index({ 'avatar.file': 1 }, { sparse: true });
  schema.index({ 'password_reset.digest': 1 }, { sparse: true });
  schema.index({ 'email_links.digest': 1 }, { sparse: true });
  // Both directions, since the tie-breaker goes down in either.
  for (const field of ['name_lower', 'created_at', 'updated_at']) {
    schema.index({ [field]: 1, _id: -1 });
    schema.index({ [field]: -1, _id: -1 });
  }
  return connection.model<UserDocument>('users', schema);
}
