/** Tokens as they are stored: never the token itself. */
import { entitySchema, type EntityDocument } from '@forgemesh/kit';
import type { Connection, Model } from 'mongoose';

/** Everything that a token may be allowed to do. */
export const availableScopes = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'sudo',
];

/** A token of a user. */
export interface TokenDocument extends EntityDocument {
  user_id: number;
  name: string;
  /** Keyed digest of the token, unique. */
  digest: string;
  /** Last four characters of the token, to tell it apart. */
  last_four: string;
  scopes: string[];
  /** Whether an administrator made it for the user. */
  impersonation: boolean;
  /** Digest of the text for which it is exchanged, unique; there for tokens of a sign-in by password only. */
  refresh_digest?: string;
  revoked: boolean;
  /** `YYYY-MM-DD`, from which on it is refused; null for never. */
  expires_at: string | null;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Condition on the tokens that users make for themselves. */
export const personalTokens = { impersonation: false, refresh_digest: { $exists: false } };

/** Whether a token is one that its user made for himself. */
export function isPersonal({ impersonation, refresh_digest: refresh }: TokenDocument): boolean {
  return !impersonation && refresh === undefined;
}

/** Whether a token is past its last day. Days are those of UTC. */
export function isExpired({ expires_at: expiresAt }: Pick<TokenDocument, 'expires_at'>): boolean {
  return expiresAt !== null && expiresAt <= today();
}

/** `YYYY-MM-DD` in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Makes the model. */
export function createTokenModel(connection: Connection): Model<TokenDocument> {
  const schema = entitySchema<TokenDocument>('tokens', {
    user_id: Number,
    name: String,
    digest: String,
    last_four: String,
    scopes: [String],
    impersonation: Boolean,
    refresh_digest: String,
    revoked: Boolean,
    expires_at: String,
    last_used_at: Date,
    created_at: Date,
    updated_at: Date,
  });
  schema.index({ digest: 1 }, { unique: true });
  schema.index({ refresh_digest: 1 }, { unique: true, sparse: true });
  schema.index({ user_id: 1, impersonation: 1, _id: 1 });
  return connection.model<TokenDocument>('tokens', schema);
}
