// Reads published events from the streams.

import { jetStream } from '../lib/libraries.ts';
import type { MsgRequest } from '@nats-io/jetstream';

interface PublishedEvent {
  subject: string;
  data: { entity: { system?: boolean } };
}

/**
 * Reads the ids of the entities in the events of each type.
 * @param url of NATS
 * @param types of events: `collaboration.issue.created`
 * @returns ids by type
 */
export async function readPublished(url: string, types: readonly string[]): Promise<Map<string, Set<string>>> {
  const { connect, jetstreamManager, serverOptions } = jetStream();
  const connection = await connect(serverOptions({ url }));
  try {
    const { streams } = await jetstreamManager(connection);
    const published = new Map<string, Set<string>>();
    for (const type of types) {
      const stream = String(type.split('.')[0]).toUpperCase();
      const subjects = new Set<string>();
      for (let seq = 1; ;) {
        // The server supports this request; the types of the library do not declare it.
        const request = { seq, next_by_subj: type } as MsgRequest;
        const message = await streams.getMessage(stream, request);
        if (!message) break;
        const { subject, data } = message.json<PublishedEvent>();
        // System notes accompany other writes and trigger no hooks.
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
