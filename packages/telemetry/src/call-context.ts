/** The caller of an operation, as log lines, rights and further calls need it. */
import type { GrantedResource } from '@forgemesh/access';

/** A user as far as rights are concerned. */
export interface Principal {
  id: number;
  username: string;
  name: string;
  admin: boolean;
  /** External users count as non-members on internal projects. */
  external: boolean;
}

/** What a call knows of its caller. */
export interface CallContext {
  /**
   * The user whose rights count (the target of sudo where it is used); null for anonymous and
   * service calls.
   */
  user: Principal | null;
  /** The user who holds the token; differs from `user` under sudo. */
  real_user_id: number | null;
  /** Scopes of the token. */
  scopes: string[];
  /** Id of the token in identity; absent where no user's token was sent. */
  token_id?: number | undefined;
  /** Licence tier of the instance, 0 to 3. */
  tier: number;
  /** Address of the client. */
  address: string;
  user_agent: string;
  /** Correlation id of the request in logs, calls and events. Travels beside the signed context. */
  request_id: string;
  /** Id of a write; the same when the gateway asks once more. Empty for reads. */
  operation_id: string;
  /** What `projects.Authorize` answered for the access rules of the operation, by parameter. */
  access: Record<string, GrantedResource>;
  /**
   * The signed contexts that led to this call, the gateway's first; absent where no other process
   * called.
   */
  forwarded?: ForwardedContexts | undefined;
}

/** Signed contexts that a service passes on when it calls another one. */
export interface ForwardedContexts {
  tokens: readonly string[];
  /** When other services stop to accept them, in milliseconds since 1970. */
  until: number;
}
