/**
 * Authenticates callers: identity checks the token in a header or parameter. Results for tokens of
 * users are cached (`authorization-cache.ts`); passwords of git clients, machine tokens and nodes
 * are authenticated for each request.
 *
 * An invalid token is 401 everywhere, even if no token is required.
 */
import { hash } from 'node:crypto';
import { ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import { callerFields, type Principal } from '@forgemesh/telemetry';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import {
  AuthenticationServiceDefinition,
  type AuthenticateRequest,
  type DeployGrant,
} from '@forgemesh/proto/identity/v1/authentication';
import { headerOf, type HttpExchange } from '../server/exchange';
import type { ResultCache } from './result-cache';
import { isVisitorToken, type VisitorTokens } from './visitor-tokens';
import type { RawParams } from '../params/nesting';

/** Credentials of a request. */
export interface Credentials {
  token: string | undefined;
  /** Id or user name of the sudo target. */
  sudo: string | undefined;
  /** Address of the client: the number of addresses per user is limited. */
  address: string;
  /** Whether they are for git, which also accepts machine tokens. */
  git?: boolean;
  /** User name of a git client, whose password may be the token. */
  login?: string;
  /** Whether users are accepted who have not yet accepted the terms of the instance. */
  withoutTerms?: boolean;
  /** Whether sign-ins are accepted that must enable two-factor authentication first. */
  withoutTwoFactor?: boolean;
}

/** Caller of a request; `user` is null for anonymous callers. */
export interface Identity {
  user: Principal | null;
  realUserId: number | null;
  scopes: string[];
  /** Id of a user's token; absent without one. */
  tokenId?: number;
  /** When the token expires, in milliseconds since 1970; absent if it does not. */
  endsAt?: number;
  /** Access of a machine token, which has no user. */
  deploy?: DeployGrant;
  /** Whether the caller is a secondary node that copies repositories. */
  isNode?: boolean;
  /** Whether the caller is a visitor of the web pages, who has no user. */
  isVisitor?: boolean;
}

/** Identity for resolving a project without access checks. */
export const asAdministrator: Identity = {
  user: { id: 0, username: '', name: '', admin: true, external: false },
  realUserId: null,
  scopes: [],
};

/** Authenticates credentials. */
export interface Authenticator {
  /** Throws ForgeError for invalid tokens and for refused sudo. */
  authenticate(credentials: Credentials): Promise<Identity>;
}

/** The anonymous caller. */
export const anonymous: Identity = { user: null, realUserId: null, scopes: [] };
/** A visitor of the web pages. */
const visitor: Identity = { ...anonymous, isVisitor: true };

/** Maximum length of a token; longer ones are refused without a call. */
const MAX_TOKEN_LENGTH = 512;
/** Scope of nodes: the storage lets them read everything that users may read. */
const REPLICATE = 'replicate';
/** Prefix of tokens of secondary nodes. */
const NODE_TOKEN_PREFIX = 'geo.';
/**
 * Passwords of this form are tokens, which cannot be guessed: those of users, machines, sign-ins
 * and nodes, and of earlier releases.
 */
const tokenText = /^(?:glpat-[\w-]{20}|[0-9a-f]{64}|[\w-]{20}|geo\..+)$/;

/** Whether the password of a git client has the form of a token. */
export function isTokenText(password: string): boolean {
  return tokenText.test(password);
}

/** Reads the credentials of a request from its headers and the parameters read so far. */
export function credentialsOf(exchange: HttpExchange, params: RawParams): Credentials {
  return {
    token:
      headerOf(exchange, 'private-token') ??
      bearerOf(exchange) ??
      scalarOf(params['private_token']) ??
      scalarOf(params['access_token']),
    sudo: headerOf(exchange, 'sudo') ?? scalarOf(params['sudo']),
    address: exchange.client.address,
  };
}

/** Records the caller for rate limits and logs. */
export function noteCaller(exchange: HttpExchange, { user, realUserId, tokenId }: Identity): void {
  exchange.userId = user?.id;
  exchange.callerFields = callerFields({ user, real_user_id: realUserId, token_id: tokenId });
}

/** Returns the token of `Authorization: Bearer`. */
export function bearerOf(exchange: HttpExchange): string | undefined {
  const match = /^Bearer +(\S+) *$/i.exec(headerOf(exchange, 'authorization') ?? '');
  return match?.[1];
}

/** Dependencies of an authenticator. */
export interface AuthenticatorOptions {
  caller: Caller;
  cache: ResultCache<Identity>;
  visitors: VisitorTokens;
}

/** Creates an authenticator that calls identity for results that are not cached. */
export function createAuthenticator({ caller, cache, visitors }: AuthenticatorOptions): Authenticator {
  const identity = caller.client(AuthenticationServiceDefinition, 'identity');
  const geo = caller.client(ReplicaServiceDefinition, 'geo');
  const fetchIdentity = async (request: AuthenticateRequest): Promise<Identity> => {
    const response = await identity.authenticate(request);
    if (request.git && response.deploy) return { ...anonymous, scopes: response.scopes, deploy: response.deploy };
    if (!response.user) throw new UnauthenticatedError();
    if (request.sudo !== '' && !response.scopes.includes('sudo')) throw insufficientScope(['sudo']);
    return {
      user: response.user,
      realUserId: response.real_user_id,
      scopes: response.scopes,
      tokenId: response.token_id,
      ...(response.ends_at_ms > 0 && { endsAt: response.ends_at_ms }),
    };
  };
  return {
    async authenticate({ token, sudo, address, git = false, login = '', ...exempt }) {
      if (token === undefined) {
        if (sudo !== undefined) throw new UnauthenticatedError();
        return anonymous;
      }
      if (token.length > MAX_TOKEN_LENGTH) throw new UnauthenticatedError();
      if (isVisitorToken(token)) {
        if (git || sudo !== undefined) throw new UnauthenticatedError();
        await visitors.verify(token);
        return visitor;
      }
      if (git && token.startsWith(NODE_TOKEN_PREFIX)) {
        await geo.authenticateNode({ token, address });
        return { ...anonymous, scopes: [REPLICATE], isNode: true };
      }
      const request = {
        token,
        sudo: sudo ?? '',
        address,
        git,
        login,
        without_terms: exempt.withoutTerms ?? false,
        without_two_factor: exempt.withoutTwoFactor ?? false,
      };
      // No digest of a password that could be guessed is kept.
      if (git && !isTokenText(token)) return fetchIdentity(request);
      const key = keyOf(request);
      return cache.get(key) ?? cache.load(key, () => fetchIdentity(request));
    },
  };
}

/** Cache key: everything that the result depends on, with the token as a digest. */
function keyOf(request: AuthenticateRequest): string {
  return JSON.stringify({ ...request, token: hash('sha256', request.token, 'base64') });
}

/** What an operation requires of its callers. */
export interface RequiredIdentity {
  auth: 'public' | 'user' | 'admin';
  /** Accepted scopes: a token needs one of them. */
  scopes: readonly string[];
  /** Whether visitors of the web pages are accepted in place of a user; false by default. */
  admitsVisitors?: boolean;
}

/** Refuses callers without a required sign-in (401) or scope (403). */
export function requireIdentity(identity: Identity, { auth, scopes, admitsVisitors }: RequiredIdentity): void {
  if (!identity.user) {
    const isAdmitted = auth === 'public' || (admitsVisitors === true && identity.isVisitor === true);
    if (!isAdmitted) throw new UnauthenticatedError();
    return;
  }
  if (!scopes.some((scope) => identity.scopes.includes(scope))) throw insufficientScope(scopes);
}

/** 403 for a token with insufficient scopes. */
export function insufficientScope(scopes: readonly string[]): ForgeError {
  return new ForgeError('insufficient_scope', undefined, {
    details: {
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: scopes.join(' '),
    },
  });
}

/**
 * Returns a credential of the parameters. A list or nested value is none; it becomes a string that
 * matches nothing.
 */
export function scalarOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '\u0000';
}
