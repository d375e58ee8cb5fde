/** The spans of events, by the semantic conventions of OpenTelemetry. */
import type { SpanDescription } from '@forgemesh/telemetry';
import type { EventEnvelope } from './event-types';

/** Describes the span of the publication of an event, in the trace of its cause. */
export function publishSpan({ type, id, traceparent }: EventEnvelope): SpanDescription {
  return {
    name: `publish ${type}`,
    kind: 'producer',
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.type': 'send',
      'messaging.destination.name': type,
      'messaging.message.id': id,
    },
    parent: traceparent,
  };
}

/** Describes the span of a consumer that handles one event, in the trace of its cause. */
export function processSpan(consumer: string, { type, id, traceparent }: EventEnvelope): SpanDescription {
  return {
    name: `process ${type}`,
    kind: 'consumer',
    attributes: {
      ...processAttributes(consumer, type),
      'messaging.message.id': id,
    },
    parent: traceparent,
  };
}

/**
 * Describes the span of a consumer that handles several events together: a trace of its own, which
 * links to their causes.
 */
export function processBatchSpan(consumer: string, events: readonly EventEnvelope[]): SpanDescription {
  const [type = ''] = new Set(events.map((event) => event.type));
  return {
    name: `process ${consumer}`,
    kind: 'consumer',
    attributes: {
      ...processAttributes(consumer, type),
      'messaging.batch.message_count': events.length,
    },
    links: events.flatMap(({ traceparent }) => traceparent ?? []),
  };
}

function processAttributes(consumer: string, type: string) {
  return {
    'messaging.system': 'nats',
    'messaging.operation.type': 'process',
    'messaging.destination.name': type,
    'messaging.consumer.group.name': consumer,
  };
}
