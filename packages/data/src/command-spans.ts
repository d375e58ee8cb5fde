/** The spans of database commands, by the semantic conventions of OpenTelemetry. */
import type { mongo, Connection } from 'mongoose';
import { currentTraceParent, startSpan, type Span } from '@forgemesh/telemetry';

/**
 * Records a span for each command that belongs to a trace; others, such as those of schedules, have
 * none.
 */
export function traceCommands(connection: Connection): void {
  const spans = new Map<number, Span>();
  const end = (requestId: number, error?: unknown): void => {
    spans.get(requestId)?.end(error);
    spans.delete(requestId);
  };
  connection
    .getClient()
    .on('commandStarted', ({ commandName, command, databaseName, requestId }: mongo.CommandStartedEvent) => {
      // Other databases may share the client.
      if (databaseName !== connection.name || currentTraceParent() === undefined) return;
      const collection = command[commandName] as unknown;
      const target = typeof collection === 'string' ? collection : '';
      const span = startSpan({
        name: `${commandName} ${target}`.trim(),
        kind: 'client',
        attributes: {
          'db.system.name': 'mongodb',
          'db.namespace': databaseName,
          'db.collection.name': target,
          'db.operation.name': commandName,
        },
      });
      if (span) spans.set(requestId, span);
    })
    .on('commandSucceeded', ({ requestId }: mongo.CommandSucceededEvent) => end(requestId))
    .on('commandFailed', ({ requestId, failure }: mongo.CommandFailedEvent) => end(requestId, failure));
}
