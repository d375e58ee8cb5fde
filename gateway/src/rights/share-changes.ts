/** Tells the other replicas of the gateway that rights have changed, so that they forget, too. What is not heard is forgotten soon after. */
import { createHerald, type EventBus, type Logger } from '@forgemesh/kit';
import type { KnownRights } from './known-rights';
import type { Concerned } from './rights-changed-by';

/** Starts to tell and to listen. */
export function shareChanges(rights: KnownRights, bus: EventBus, log: Logger): void {
  rights.onChange = createHerald<Concerned>({
    ...{ bus, log },
    subject: 'rights_changed',
    hear: (concerned) => rights.forget(concerned),
  });
}
