import { randomUUID } from 'node:crypto';
import type { SshKeyHolder } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { CallContext } from '@forgemesh/telemetry';
import { identityOf } from '../git-access';
import type { PresentedKey } from './authenticate-key';

/** What the holder of a key does. */
export interface HolderRequest {
  key: PresentedKey;
  tier: number;
  isPush: boolean;
  /** Scopes of the request. */
  scopes: string[];
}

/** The context of a request of the holder of a key. */
export function holderContext(
  holder: SshKeyHolder,
  resource: AuthorizedResource,
  { key, tier, isPush, scopes: requested }: HolderRequest,
): CallContext {
  const { user, realUserId, scopes } = identityOf(holder, requested);
  return {
    user,
    real_user_id: realUserId,
    scopes,
    tier,
    address: key.client.address,
    user_agent: 'ssh',
    request_id: randomUUID(),
    operation_id: isPush ? randomUUID() : '',
    access: { id: resource },
  };
}
