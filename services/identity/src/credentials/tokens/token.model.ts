/** Stored tokens; the token itself is not stored. */
import { DAY_MS, HOUR_MS } from '@forgemesh/service/durations';
import { entitySchema, type EntityDocument } from '@forgemesh/data';
import type { Connection, Model } from 'mongoose';

/** All scopes of tokens. */
export const availableScopes = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'read_feed',
  'sudo',
];

/** A token of a user. */
export interface TokenDocument extends EntityDocument {
  user_id: number;
  name: string;
  /** Keyed digest of the token, unique. */
  digest: string;
  /** Id of the key of the digests; absent in tokens of earlier releases. */
  digest_key?: string;
  /** Last four characters of the token, for recognition. */
  last_four: string;
  scopes: string[];
  /** Whether an administrator created it for the user. */
  impersonation: boolean;
  /**
   * Digest of the refresh token, unique. This field and those up to `user_agent` exist only in
   * sign-ins.
   */
  refresh_digest?: string;
  /**
   * Digest of the part shared by all refresh tokens of a sign-in, which identifies a reused one.
   */
  family_digest?: string;
  /** When the access token expires; absent in sign-ins of earlier releases. */
  valid_until?: Date;
  /** When the sign-in ends unless it is refreshed. */
  refresh_until?: Date;
  signed_in_at?: Date;
  /**
   * `sign_in_epoch` of the user at the sign-in; the sign-in has ended if the user's value differs.
   */
  sign_in_epoch?: number;
  /**
   * Time from which the sign-in may only enable two-factor authentication, as of its last refresh;
   * null or absent for never.
   */
  two_factor_required_from?: Date | null;
  ip_address?: string;
  user_agent?: string;
  revoked: boolean;
  /** `YYYY-MM-DD`, the day on which it expires; null for never. */
  expires_at: string | null;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Condition on the tokens that users created for themselves. */
export const personalTokens = { impersonation: false, refresh_digest: { $exists: false } };

/** Whether a token was created by its user. */
export function isPersonal({ impersonation, refresh_digest: refresh }: TokenDocument): boolean {
  return !impersonation && refresh === undefined;
}

/** Condition on sign-ins by password. */
export const signIns = { impersonation: false, refresh_digest: { $exists: true } };

/** Whether a token belongs to a sign-in by password. */
export function isSignIn({ refresh_digest: refresh }: TokenDocument): boolean {
  return refresh !== undefined;
}

/** Default lifetime of the access token of a sign-in. */
export const SIGN_IN_LIFETIME_MS = 2 * HOUR_MS;
/** How long a sign-in can be refreshed after its access token has expired. */
const REFRESH_LIFETIME_MS = 30 * DAY_MS;

/** When a sign-in ends whose access token expires at the given time. */
export function refreshUntil(validUntil: Date): Date {
  return new Date(validUntil.getTime() + REFRESH_LIFETIME_MS);
}

/** When a token expires; null for never. Days start at midnight UTC. */
export function expiryOf(token: TokenDocument): Date | null {
  if (isSignIn(token)) return token.valid_until ?? new Date(token.created_at.getTime() + SIGN_IN_LIFETIME_MS);
  return token.expires_at === null ? null : new Date(`${token.expires_at}T00:00:00Z`);
}

/** Whether a token has expired. */
export function isExpired(token: TokenDocument): boolean {
  const end = expiryOf(token);
  return end !== null && end <= new Date();
}

/** Current date in UTC, `YYYY-MM-DD`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Creates the model. */
export function createTokenModel(connection: Connection): Model<TokenDocument> {
  const schema = entitySchema<TokenDocument>('tokens', {
    user_id: Number,
    name: String,
    digest: String,
    digest_key: String,
    last_four: String,
    scopes: [String],
    impersonation: Boolean,
    refresh_digest: String,
    family_digest: String,
    valid_until: Date,
    refresh_until: Date,
    signed_in_at: Date,
    sign_in_epoch: Number,
    two_factor_required_from: Date,
    ip_address: String,
    user_agent: String,
    revoked: Boolean,
    expires_at: String,
    last_used_at: Date,
    created_at: Date,
    updated_at: Date,
  });
  schema.index({ digest: 1 }, { unique: true });
  schema.index({ refresh_digest: 1 }, { unique: true, sparse: true });
  schema.index({ family_digest: 1 }, { unique: true, sparse: true });
  schema.index({ refresh_until: 1 }, { sparse: true });
  schema.index({ user_id: 1, impersonation: 1, _id: 1 });
  return connection.model<TokenDocument>('tokens', schema);
}
