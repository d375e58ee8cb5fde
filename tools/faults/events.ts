// What was published, as the streams hold it.

import { jetStream } from '../backup/libraries.ts';
import type { MsgRequest } from '@nats-io/jetstream';

interface PublishedEvent {
  subject: string;
  data: { entity: { system?: boolean } };
}

/**
 * The ids of the entities that the events of each type tell of.
 * @param url of NATS
 * @param types of events: `collaboration.issue.created`
 * @returns ids by type
 */
export async function publishedOf(url: string, types: readonly string[]): Promise<Map<string, Set<string>>> {
  const { connect, jetstreamManager, serverOptions } = jetStream();
  const connection = await connect(serverOptions({ url }));
  try {
    const { streams } = await jetstreamManager(connection);
    const published = new Map<string, Set<string>>();
    for (const type of types) {
      const stream = String(type.split('.')[0]).toUpperCase();
      const subjects = new Set<string>();
      for (let seq = 1; ;) {
        // The server knows this question; the types of the library do not.
        const question = { seq, next_by_subj: type } as MsgRequest;
        const message = await streams.getMessage(stream, question);
        if (!message) break;
        const { subject, data } = message.json<PublishedEvent>();
        // Notes of the system accompany other writes, and nobody is told of them.
        if (!data.entity.system) subjects.add(subject);
        seq = message.seq + 1;
      }
      published.set(type, subjects);
    }
    return published;
  } finally {
    await connection.close();
  }
}
