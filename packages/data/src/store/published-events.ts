/**
 * Published events that are still in the outboxes of their documents. Removing them is a write of
 * its own, so it waits: the next change of a document removes them with it, and those of many
 * documents are removed together. A crash in between publishes them again.
 */
import type { EntityDocument, EntityId, OutboxEntry } from '../mongo';

/** A document as it was when its events were published. */
export type PublishedDocument<T extends EntityDocument<EntityId>> = Pick<T, '_id' | 'version' | 'outbox'>;

/** Maximum number of documents of a command. */
const BATCH = 100;

/** The published events of one collection, until they are removed. */
export class PublishedEvents<T extends EntityDocument<EntityId>> {
  private readonly documents = new Map<T['_id'], PublishedDocument<T>>();

  /** Adds a document whose events are all published. */
  add({ _id, version, outbox }: PublishedDocument<T>): void {
    this.documents.set(_id, { _id, version, outbox } as PublishedDocument<T>);
  }

  /** Returns the events of a document that have not been published yet, the oldest first. */
  unpublished({ _id, outbox = [] }: PublishedDocument<T>): OutboxEntry[] {
    const published = this.documents.get(_id)?.outbox;
    return published ? outbox.filter(({ id }) => published.every((entry) => entry.id !== id)) : outbox;
  }

  /** Forgets a document that was deleted, or whose events were removed with a change. */
  forget(id: T['_id']): void {
    this.documents.delete(id);
  }

  /** Passes all documents to `remove`, some at a time, and forgets those for which it succeeds. */
  async removeAll(remove: (documents: readonly PublishedDocument<T>[]) => Promise<void>): Promise<void> {
    const waiting = [...this.documents.values()];
    for (let at = 0; at < waiting.length; at += BATCH) {
      const batch = waiting.slice(at, at + BATCH);
      await remove(batch);
      // A document with newer events has another entry.
      for (const document of batch)
        if (this.documents.get(document._id) === document) this.documents.delete(document._id);
    }
  }
}
