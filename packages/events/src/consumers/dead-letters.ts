/**
 * Dead letters: events that a consumer could not handle, stored until an administrator replays or
 * drops them.
 *
 * A letter is removed only after its event was handled, so a crash in between loses nothing; the
 * event may then be handled twice, which consumers tolerate.
 */
import { DeadLetterServiceDefinition, type DeadLetter } from '@forgemesh/proto/api/v1/dead_letter';
import { Schema, type Connection, type Model, type QueryFilter } from 'mongoose';
import { handleSingly, type AnyConsumer } from './consumer';
import type { DeferredEvents } from './deferred-events';
import { ConflictError, ForgeError, isForgeError, NotFoundError } from '@forgemesh/errors';
import type { EventEnvelope } from '../event-types';
import { internalOperation, type BoundOperation, type Call } from '@forgemesh/rpc';
import { runInScope, addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';

interface DeadLetterDocument {
  _id: string;
  consumer: string;
  event: EventEnvelope;
  error: string;
  at: Date;
  /** Number of failed replays; absent if there was none. */
  replays?: number;
}

/** The dead letters of a service. */
export interface DeadLetters<Deps> {
  /** Stores an event that failed permanently. */
  store(consumer: string, event: EventEnvelope, error: unknown): Promise<void>;
  /** RPCs for other services. */
  operations: BoundOperation<Deps>[];
}

/** Dependencies of the dead letters, and the consumers to which events are replayed. */
export interface DeadLettersOptions<Deps> {
  connection: Connection;
  service: string;
  consumers: readonly AnyConsumer<Deps>[];
  deferred: DeferredEvents;
  metrics: Metrics;
}

/** Maximum number of letters that are counted for the metric. */
const MAX_COUNTED = 10_000;

/** Creates the dead letters of a service. */
export function createDeadLetters<Deps>({
  connection,
  service,
  consumers,
  deferred,
  metrics,
}: DeadLettersOptions<Deps>): DeadLetters<Deps> {
  const model = createModel(connection);
  addMeasuredGauge(metrics, {
    name: 'forge_dead_letters',
    help: 'Events that failed permanently and need an administrator',
    labelNames: ['consumer'],
    async measure(set) {
      const letters = await model.find({}, { consumer: 1 }, { limit: MAX_COUNTED }).lean<{ consumer: string }[]>();
      const counts = new Map<string, number>();
      for (const { consumer } of letters) counts.set(consumer, (counts.get(consumer) ?? 0) + 1);
      for (const [consumer, count] of counts) set({ consumer }, count);
    },
  });
  const present = (letter: DeadLetterDocument): DeadLetter => presentDeadLetter(letter, service);

  const find = async (id: string): Promise<DeadLetterDocument> => {
    const letter = await model.findById(id).lean<DeadLetterDocument>();
    if (!letter) throw new NotFoundError('Dead Letter');
    return letter;
  };

  return {
    async store(consumer, event, error) {
      const letter = { consumer, event, error: textOf(error), at: new Date() };
      await model.updateOne({ _id: `${consumer}:${event.id}` }, { $set: letter }, { upsert: true });
    },
    operations: [
      internalOperation(DeadLetterServiceDefinition.listDeadLetters, async (request) => {
        const { consumer, event_type, skip, limit, failed_before } = request;
        const filter: QueryFilter<DeadLetterDocument> = {
          ...(consumer !== '' && { consumer }),
          ...(event_type !== '' && { 'event.type': event_type }),
          ...(failed_before !== '' && { at: { $lt: new Date(failed_before) } }),
        };
        const total = await model.countDocuments(filter);
        if (limit === 0 || total <= skip) return { letters: [], total };
        const page = { sort: { at: -1, _id: -1 }, skip, limit } as const;
        const letters = await model.find(filter, { 'event.data': 0 }, page).lean<DeadLetterDocument[]>();
        return { letters: letters.map((letter) => ({ ...present(letter), event: undefined })), total };
      }),
      internalOperation(DeadLetterServiceDefinition.getDeadLetter, async ({ id }) => present(await find(id))),
      internalOperation(DeadLetterServiceDefinition.replayDeadLetter, async ({ id }, { deps, log }: Call<Deps>) => {
        const letter = await find(id);
        const consumer = consumers.find(({ name }) => name === letter.consumer);
        if (!consumer) throw new ConflictError('Its consumer does not exist any more');
        // As for delivery from the stream: on behalf of no user.
        const fields = { request_id: letter.event.correlationid, event_id: letter.event.id };
        try {
          await runInScope({ fields }, () => handleSingly(consumer, letter.event, deps));
        } catch (error) {
          log.warn({ err: error, consumer: consumer.name, event_id: letter.event.id }, 'replayed event failed again');
          const failure = { $set: { error: textOf(error), at: new Date() }, $inc: { replays: 1 } };
          await model.updateOne({ _id: id }, failure);
          if (isForgeError(error) && error.reason === 'unavailable') throw error;
          throw new ForgeError('unprocessable', `It failed again: ${error instanceof Error ? error.message : error}`);
        }
        await model.deleteOne({ _id: id });
        return {};
      }),
      internalOperation(DeadLetterServiceDefinition.dropDeadLetter, async ({ id }) => {
        const { deletedCount } = await model.deleteOne({ _id: id });
        if (deletedCount === 0) throw new NotFoundError('Dead Letter');
        return {};
      }),
      internalOperation(DeadLetterServiceDefinition.countDeferredEvents, async () => {
        await deferred.pending();
        return { consumers: [...deferred.counts()].map(([consumer, count]) => ({ consumer, count })) };
      }),
    ],
  };
}

function createModel(connection: Connection): Model<DeadLetterDocument> {
  const schema = new Schema<DeadLetterDocument>(
    { _id: String, consumer: String, event: Schema.Types.Mixed, error: String, at: Date, replays: Number },
    { versionKey: false, collection: 'dead_letters', minimize: false },
  );
  schema.index({ at: -1, _id: -1 });
  return connection.model<DeadLetterDocument>('dead_letters', schema);
}

function presentDeadLetter(letter: DeadLetterDocument, service: string): DeadLetter {
  const { event } = letter;
  return {
    id: letter._id,
    service,
    consumer: letter.consumer,
    event_id: event.id,
    event_type: event.type,
    event_subject: event.subject,
    event_time: event.time,
    correlation_id: event.correlationid,
    error: letter.error,
    failed_at: letter.at.toISOString(),
    replays: letter.replays ?? 0,
    event: event as unknown as Record<string, unknown>,
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
