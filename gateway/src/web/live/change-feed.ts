/**
 * Changes of topics, from the events of the services. Events are received without a consumer: what
 * is missed, a page sees when it loads its data the next time. Nothing is received while nobody
 * listens.
 */
import type { EventBus, EventEnvelope } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import { changesOf, topicSubjects, type Change, type ChangedEntity } from './topics';

type Subscription = ReturnType<NonNullable<ReturnType<EventBus['connection']>>['subscribe']>;

/** Receives the changes of topics. */
export type ChangeListener = (change: Change) => void;

/** Changes of topics. */
export interface ChangeFeed {
  /** Calls `listener` for changes of the topics. Returns a function that stops it. */
  listen(topics: readonly string[], listener: ChangeListener): () => void;
  /** Resolves when changes are received; rejects if the event bus is unavailable. */
  ready(): Promise<void>;
}

/** Creates the feed. */
export function createChangeFeed(bus: EventBus, log: Logger): ChangeFeed {
  const listeners = new Map<string, Set<ChangeListener>>();
  let subscriptions: Subscription[] = [];
  /** Why the event bus refused a subscription. */
  let refusal: Error | undefined;

  const receive = (error: Error | null, data: () => EventEnvelope<string, ChangedEntity>): void => {
    if (error) {
      refusal ??= error;
      return log.warn({ err: error }, 'changes are not received');
    }
    try {
      const { type, data: content } = data();
      for (const change of changesOf(type, content.entity))
        for (const listener of listeners.get(change.topic) ?? []) listener(change);
    } catch (failure) {
      log.warn({ err: failure }, 'change not understood');
    }
  };
  const start = (): void => {
    const connection = bus.connection();
    if (!connection || subscriptions.length > 0) return;
    refusal = undefined;
    // The connection subscribes again after an interruption.
    subscriptions = topicSubjects.map((subject) =>
      connection.subscribe(subject, {
        callback: (error, message) => receive(error, () => message.json<EventEnvelope<string, ChangedEntity>>()),
      }),
    );
  };
  const stop = (): void => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    subscriptions = [];
  };

  return {
    listen(topics, listener) {
      for (const topic of topics) listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
      return () => {
        for (const topic of topics) {
          const all = listeners.get(topic);
          all?.delete(listener);
          if (all?.size === 0) listeners.delete(topic);
        }
        if (listeners.size === 0) stop();
      };
    },
    async ready() {
      start();
      const connection = bus.connection();
      if (!connection) throw new Error('the event bus is unavailable');
      await connection.flush();
      if (!refusal) return;
      stop();
      throw refusal;
    },
  };
}
