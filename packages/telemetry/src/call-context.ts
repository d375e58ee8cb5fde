/** The context of a call, for logs, access checks and further calls. */
import type { GrantedResource } from '@forgemesh/access';

/** The properties of a user that determine their rights. */
export interface Principal {
  id: number;
  username: string;
  name: string;
  admin: boolean;
  /** External users count as non-members on internal projects. */
  external: boolean;
}

/** Caller of a call and the access granted to it. */
export interface CallContext {
  /**
   * The user whose rights count (the target of sudo if it is used); null for anonymous and service
   * calls.
   */
  user: Principal | null;
  /** The user who owns the token; differs from `user` under sudo. */
  real_user_id: number | null;
  /** Scopes of the token. */
  scopes: string[];
  /** Id of the token in identity; absent if no user's token was sent. */
  token_id?: number | undefined;
  /** License tier of the instance, 0 to 3. */
  tier: number;
  /** Address of the client. */
  address: string;
  user_agent: string;
  /** Correlation id of the request in logs, calls and events. Travels beside the signed context. */
  request_id: string;
  /** Id of a write; the same when the gateway retries it. Empty for reads. */
  operation_id: string;
  /** Result of `projects.Authorize` for the access rules of the operation, by parameter. */
  access: Record<string, GrantedResource>;
  /**
   * The calls that led to this one, the gateway's first; absent if the gateway is not among them.
   */
  forwarded?: ForwardedContexts | undefined;
}

/** What the gateway states about the request that led to a call. */
export type RequestOrigin = Pick<
  CallContext,
  'user' | 'real_user_id' | 'scopes' | 'token_id' | 'tier' | 'address' | 'user_agent'
>;

/** The calls that led to the current one, which a service forwards when it calls another one. */
export interface ForwardedContexts {
  /** The request, as the gateway states it in the first context. */
  origin: RequestOrigin;
  /** Number of calls. */
  length: number;
  /** Returns the signed contexts, the gateway's first. Contexts of local calls are signed here. */
  tokens(): Promise<readonly string[]>;
  /** Whether other services still accept them. */
  isForwardable(): boolean;
}
