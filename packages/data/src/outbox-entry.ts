/** Events on their way from a handler into the outbox of a document. */
import { randomUUID } from 'node:crypto';
import type { EventChanges, EventType } from '@forgemesh/events';
import type { EventOrigin, OutboxEntry } from './mongo';
import { currentRequestId, currentScope } from '@forgemesh/telemetry';

/** An event of any type as a handler states it. */
export interface EventDraft {
  /**
   * Id of the event, where the one who causes it does at once what its consumer repairs: effects
   * are keyed by it. Drawn where absent.
   */
  id?: string;
  /** `<service>.<resource>.<past_tense>`. */
  type: string;
  /** Id of the user who caused it; null for the system. */
  actor: number | null;
  changes?: object;
  /** Where the request came from, if that is not the call that is being answered. */
  origin?: EventOrigin;
}

/** An event as a handler states it, of one of the types that the protos declare. */
export type NewEvent<Type extends EventType = EventType> = {
  [T in Type]: EventDraft & { type: T; changes?: Stored<EventChanges<T>> };
}[Type];

/**
 * A value that becomes another one as JSON: dates become texts, and what is undefined is left out.
 */
type Stored<Value> = Value extends string
  ? Value | Date
  : Value extends (infer Item)[]
    ? readonly Stored<Item>[]
    : Value extends object
      ? { [K in keyof Value]: Stored<Value[K]> }
      : Value;

/** The event as it waits in the outbox; `version` is that of the document with the change. */
export function newEntry(event: EventDraft, version: number): OutboxEntry {
  return {
    id: event.id ?? randomUUID(),
    type: event.type,
    version,
    actor: event.actor,
    correlation_id: currentRequestId(),
    ...(event.origin ? { origin: event.origin } : currentOrigin()),
    at: new Date(),
    changes: { ...event.changes },
  };
}

/** Origin of the request that is being answered. Events of consumers and schedules have none. */
function currentOrigin(): { origin?: EventOrigin } {
  const context = currentScope()?.context;
  if (!context?.address) return {};
  return {
    origin: {
      address: context.address,
      ...(context.token_id && { token_id: context.token_id }),
      ...(context.real_user_id !== null && { real_user_id: context.real_user_id }),
    },
  };
}
