import type { SshKeyHolder } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { holderRequestOf, type PresentedKey } from './authenticate-key';
import type { SshOptions } from './ssh-options';

/** Finds the current holder of a key, whose command counts towards their limit. */
export async function findHolder(
  key: PresentedKey,
  { holders, rateLimiter }: Pick<SshOptions, 'holders' | 'rateLimiter'>,
): Promise<SshKeyHolder> {
  const holder = await holders.getSshKeyHolder(holderRequestOf(key));
  rateLimiter.takeSession(key.client.networks, holder.user?.id);
  return holder;
}
