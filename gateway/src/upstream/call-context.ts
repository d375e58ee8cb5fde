/** Builds the context that a service receives with a call for a request. */
import { randomUUID } from 'node:crypto';
import type { CallContext } from '@forgemesh/telemetry';
import type { Identity } from '../auth/authenticate';
import type { Grants } from '../auth/authorize';
import { headerOf, type HttpExchange } from '../server/exchange';

const MAX_USER_AGENT = 500;

/** What a call is made for. */
export interface ContextOptions {
  /** License tier of the instance, 0 to 3. */
  tier: number;
  identity: Identity;
  access: Grants;
  isRead: boolean;
}

/** Builds the context of a call. */
export function callContextOf(exchange: HttpExchange, { tier, identity, access, isRead }: ContextOptions): CallContext {
  return {
    user: identity.user,
    real_user_id: identity.realUserId,
    scopes: identity.scopes,
    token_id: identity.tokenId,
    tier,
    address: exchange.client.address,
    user_agent: headerOf(exchange, 'user-agent')?.slice(0, MAX_USER_AGENT) ?? '',
    request_id: exchange.id,
    operation_id: isRead ? '' : randomUUID(),
    access,
  };
}
