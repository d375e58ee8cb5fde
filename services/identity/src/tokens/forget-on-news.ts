/** Keeps what a process knows for a moment from outliving what another process did: a block, a removal, a revocation. */
import type { EventBus } from '@forgemesh/kit';

/** What can be forgotten. */
interface Forgetful {
  clear(): void;
}

/** Starts to listen. Every process hears the news itself, other than a consumer, which is one for all of them. */
export function forgetOnNews(
  bus: EventBus,
  { knownTokens, knownHolders }: { knownTokens: Forgetful; knownHolders: Forgetful },
): void {
  let listens = false;
  bus.onConnected(async (connection) => {
    if (listens) return;
    listens = true;
    for await (const { subject } of connection.subscribe('identity.>')) {
      if (subject.startsWith('identity.user.')) knownHolders.clear();
      if (subject.startsWith('identity.token.')) knownTokens.clear();
    }
  });
}
