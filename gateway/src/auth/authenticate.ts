/**
 * Authenticates callers: identity checks the token of a header or parameter. Results for requests
 * of the API are cached (`authorization-cache.ts`); git, machine tokens and nodes are checked each
 * time.
 *
 * An invalid token is 401 everywhere, also where no token is needed.
 */
import { createHash } from 'node:crypto';
import { ForgeError, UnauthenticatedError } from '@forgemesh/errors';
import type { Caller } from '@forgemesh/rpc';
import { callerFields, type Principal } from '@forgemesh/telemetry';
import { ReplicaServiceDefinition } from '@forgemesh/proto/geo/v1/replica';
import {
  AuthenticationServiceDefinition,
  type AuthenticateRequest,
  type DeployGrant,
} from '@forgemesh/proto/identity/v1/authentication';
import { headerOf, type Exchange } from '../server/exchange';
import type { ResultCache } from './result-cache';
import type { RawParams } from '../params/nesting';

/** What a request says about its caller. */
export interface Credentials {
  token: string | undefined;
  /** Id or user name to act as. */
  sudo: string | undefined;
  /** Address of the client: how many a user may have is limited. */
  address: string;
  /** Whether they are for git: then the tokens of machines count, too. */
  git?: boolean;
  /** User name of a git client, whose password the token may be. */
  login?: string;
  /** Whether users pass who have to accept the terms of the instance and have not yet. */
  withoutTerms?: boolean;
  /** Whether sign-ins pass that must enable two-factor authentication first. */
  withoutTwoFactor?: boolean;
}

/** Who a request comes from; `user` is null for anonymous callers. */
export interface Identity {
  user: Principal | null;
  realUserId: number | null;
  scopes: string[];
  /** The token of a user; absent where there is none. */
  tokenId?: number;
  /** When the token ends by itself, in milliseconds since 1970; absent for never. */
  endsAt?: number;
  /** What a token of machines opens, of whom there is no user. */
  deploy?: DeployGrant;
  /** A secondary node that copies repositories. */
  isNode?: boolean;
}

/** Asks for a project as it is. */
export const asAdministrator: Identity = {
  user: { id: 0, username: '', name: '', admin: true, external: false },
  realUserId: null,
  scopes: [],
};

/** Authenticates credentials. */
export interface Authenticator {
  /** Throws ForgeError for tokens that are not valid and for refusals of acting as another user. */
  authenticate(credentials: Credentials): Promise<Identity>;
}

/** Nobody. */
export const anonymous: Identity = { user: null, realUserId: null, scopes: [] };

/** No token is longer; longer ones are refused without a call. */
const MAX_TOKEN_LENGTH = 512;
/** Scope of nodes: the holder of a repository lets them read whatever users may do. */
const REPLICATE = 'replicate';
/** What the tokens of secondary nodes begin with. */
const NODE_TOKEN_PREFIX = 'geo.';

/** Reads the credentials of a request from its headers and from the parameters known so far. */
export function credentialsOf(exchange: Exchange, params: RawParams): Credentials {
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

/** Notes who calls, for limits and logs. */
export function noteCaller(exchange: Exchange, { user, realUserId, tokenId }: Identity): void {
  exchange.userId = user?.id;
  exchange.callerFields = callerFields({ user, real_user_id: realUserId, token_id: tokenId });
}

/** Token of `Authorization: Bearer`. */
export function bearerOf(exchange: Exchange): string | undefined {
  const match = /^Bearer +(\S+) *$/i.exec(headerOf(exchange, 'authorization') ?? '');
  return match?.[1];
}

/** Creates an authenticator that calls identity for results that are not cached. */
export function createAuthenticator(caller: Caller, cache: ResultCache<Identity>): Authenticator {
  const identity = caller.client(AuthenticationServiceDefinition, 'identity');
  const geo = caller.client(ReplicaServiceDefinition, 'geo');
  const ask = async (question: AuthenticateRequest): Promise<Identity> => {
    const answer = await identity.authenticate(question);
    if (question.git && answer.deploy) return { ...anonymous, scopes: answer.scopes, deploy: answer.deploy };
    if (!answer.user) throw new UnauthenticatedError();
    if (question.sudo !== '' && !answer.scopes.includes('sudo')) throw insufficientScope(['sudo']);
    return {
      ...{ user: answer.user, realUserId: answer.real_user_id, scopes: answer.scopes, tokenId: answer.token_id },
      ...(answer.ends_at_ms > 0 && { endsAt: answer.ends_at_ms }),
    };
  };
  return {
    async authenticate({ token, sudo, address, git = false, login = '', ...exempt }) {
      if (token === undefined) {
        if (sudo !== undefined) throw new UnauthenticatedError();
        return anonymous;
      }
      if (token.length > MAX_TOKEN_LENGTH) throw new UnauthenticatedError();
      if (git && token.startsWith(NODE_TOKEN_PREFIX)) {
        await geo.authenticateNode({ token, address });
        return { ...anonymous, scopes: [REPLICATE], isNode: true };
      }
      const question = {
        ...{ token, sudo: sudo ?? '', address, git, login },
        without_terms: exempt.withoutTerms ?? false,
        without_two_factor: exempt.withoutTwoFactor ?? false,
      };
      if (git) return ask(question);
      const key = keyOf(question);
      return cache.get(key) ?? cache.load(key, () => ask(question));
    },
  };
}

/** Everything that the result depends on; the token as a digest. */
function keyOf(question: AuthenticateRequest): string {
  return JSON.stringify({ ...question, token: createHash('sha256').update(question.token).digest('base64') });
}

/** Refuses callers without a needed sign-in (401) or scope (403). */
export function requireIdentity(identity: Identity, needsUser: boolean, scopes: readonly string[]): void {
  if (!identity.user) {
    if (needsUser) throw new UnauthenticatedError();
    return;
  }
  if (!scopes.some((scope) => identity.scopes.includes(scope))) throw insufficientScope(scopes);
}

/** 403 for a token that does not reach this far. */
export function insufficientScope(scopes: readonly string[]): ForgeError {
  return new ForgeError('insufficient_scope', undefined, {
    details: {
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: scopes.join(' '),
    },
  });
}

/** A list or nested value is no identity; it is kept as a text that names nobody. */
function scalarOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '\u0000';
}
