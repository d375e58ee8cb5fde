/** The event types and their data, as declared in the protos of the services that publish them. */

/**
 * Maps each event type to the message that declares its data. Empty here, because packages import
 * no contract of a service: the code generated from the protos adds the entries.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface EventTypes {}

/** The type of an event: `<service>.<resource>.<past_tense>`. */
export type EventType = keyof EventTypes & string;

/** A pattern of a consumer: an event type, or all types below a prefix (`identity.email.>`). */
export type EventPattern = EventType | PrefixOf<EventType>;

type PrefixOf<Type extends string> = Type extends `${infer Service}.${infer Resource}.${string}`
  ? `${Service}.>` | `${Service}.${Resource}.>`
  : never;

/** The event types that patterns match. */
export type EventTypeOf<Pattern extends EventPattern> = Pattern extends `${infer Prefix}>`
  ? Extract<EventType, `${Prefix}${string}`>
  : Extract<EventType, Pattern>;

/** The keys of a table by event type. */
export function typesOf<Type extends string>(table: Readonly<Record<Type, unknown>>): Type[] {
  return Object.keys(table) as Type[];
}

/** The entity of an event. */
export type EventEntity<Type extends EventType> = EventTypes[Type] extends { entity: infer Entity extends object }
  ? Entity
  : never;

/** The changes of an event. */
export type EventChanges<Type extends EventType> = EventTypes[Type] extends { changes: infer Changes extends object }
  ? Changes
  : never;

/**
 * An event of any type in its wire format: CloudEvents 1.0 with the actor and the correlation id as
 * extensions.
 */
export interface EventEnvelope<Type extends string = string, Entity = object, Changes = object> {
  specversion: '1.0';
  id: string;
  /** `/forgemesh/<service>`. */
  source: string;
  /** `<service>.<resource>.<past_tense>`, which is also the NATS subject. */
  type: Type;
  time: string;
  /** Id of the entity. */
  subject: string;
  datacontenttype: 'application/json';
  /** Id of the user who caused it; null for the system. */
  actor: number | null;
  /** Id of the request that caused it. */
  correlationid: string;
  /** Address of the client that caused it; absent for work that no request started. */
  clientaddress?: string;
  /** Id of the token of the request. */
  tokenid?: number;
  /** Id of the user who owns the token. Differs from `actor` under sudo. */
  realactor?: number;
  /** The span that caused it, by the CloudEvents extension for distributed tracing. */
  traceparent?: string;
  data: {
    /** The entity as the API presents it. */
    entity: Entity;
    /** Version of the entity, for consumers that must ignore older events. */
    version: number;
    /** What changed. */
    changes: Changes;
  };
}

/** An event of one of several types; comparing its `type` narrows its data. */
export type ForgeEvent<Type extends EventType = EventType> = {
  [T in Type]: EventEnvelope<T, EventEntity<T>, EventChanges<T>>;
}[Type];
