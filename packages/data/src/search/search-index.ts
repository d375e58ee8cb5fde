/**
 * Substring search in the documents of a collection: trigrams narrow, a pattern on the text of the
 * document verifies.
 *
 * The trigrams are in a collection of their own, because a document changes often and its texts
 * rarely, and some engines rewrite all index entries of a document with each of its changes. They
 * are written before the document is acknowledged, so that a search finds every acknowledged text.
 * An entry may also have trigrams of other texts; the pattern excludes such documents.
 */
import { Schema, type Model, type QueryFilter } from 'mongoose';
import { QueryCache } from '../query-cache';
import { CombinedCommands } from '../store/combined-commands';
import { type EntityDocument, type EntityId } from '../mongo';
import { dropIndex } from '../indexes';
import { isDuplicateKey, retryWriteConflicts } from '../write-conflicts';
import { patternOf, searchTermsOf, trigramsOf } from './search-text';

/**
 * Maximum number of documents that trigrams select. If more have them, they narrow so little that
 * the pattern alone finds a page soon.
 */
const MAX_CANDIDATES = 500;
/** Maximum number of searches whose candidates are cached. */
const MAX_CACHED = 200;
/** Documents per batch of the completion; limits the duration of a command. */
const BATCH = 200;
/** Index on the trigrams that earlier releases stored in the documents. */
const OLD_INDEX = 'search_trigrams_1';
/** Attempts of an insertion that conflicts with another insertion of the same entry. */
const MAX_ATTEMPTS = 5;
/**
 * Age of the process, in seconds, at which the last replica of an earlier release has stopped
 * writing.
 */
const UPGRADED_AFTER_S = 60;

/** Trigrams of a document, by its id. */
interface SearchEntry {
  _id: EntityId;
  /** Version of the document that the trigrams were last written for. */
  version: number;
  trigrams: string[];
}

/** A document with a searchable text. */
type Searchable = EntityDocument<EntityId> & { search_text?: string | null };

/** Changes a text of a document. */
interface TextChange {
  id: EntityId;
  /** Version of the document after the change. */
  version: number;
  /** Undefined if it was not read. */
  before: string | undefined;
  after: string;
}

/** How a search looks for terms. */
export interface SearchOptions {
  /** Pattern of the text before a term; any text by default. */
  prefix?: string | undefined;
}

/** The search index of a collection whose documents have the field `search_text`. */
export class SearchIndex<T extends EntityDocument<EntityId>> {
  private readonly entries: Model<SearchEntry>;
  private readonly additions = new CombinedCommands<SearchEntry>(async (entries) => {
    await this.insert(entries);
    return entries.map(() => ({ status: 'fulfilled', value: undefined }));
  });
  private readonly replacements = new CombinedCommands<SearchEntry>(async (entries) => {
    await this.replace(entries);
    return entries.map(() => ({ status: 'fulfilled', value: undefined }));
  });
  private readonly found: QueryCache<EntityId[] | undefined>;
  private completion: { startedAt: number; isDone: boolean } | undefined;

  constructor(private readonly model: Model<T>) {
    const name = `${model.collection.name}_search`;
    const schema = new Schema<SearchEntry>(
      { _id: Schema.Types.Mixed, version: Number, trigrams: [String] },
      { versionKey: false, collection: name },
    );
    schema.index({ trigrams: 1 });
    this.entries = (model.db.models[name] as Model<SearchEntry>) ?? model.db.model<SearchEntry>(name, schema);
    this.found = new QueryCache(model.db, [name], { maxEntries: MAX_CACHED });
  }

  /** Writes the entry of a document that will be inserted. */
  async add(document: Searchable): Promise<void> {
    const entry = entryOf(document);
    if (entry.trigrams.length > 0) await this.additions.request(entry);
  }

  /** Writes the entries of documents that will be inserted. */
  async addAll(documents: readonly Searchable[]): Promise<void> {
    const entries = documents.map(entryOf).filter(({ trigrams }) => trigrams.length > 0);
    if (entries.length > 0) await this.insert(entries);
  }

  /** Writes the entries of documents whose text will change. */
  async changeAll(changes: readonly TextChange[]): Promise<void> {
    await Promise.all(changes.map((change) => this.change(change)));
  }

  private async change({ id, version, before, after }: TextChange): Promise<void> {
    if (before === undefined) return this.extend([{ _id: id, version, search_text: after }]);
    const old = trigramsOf(before);
    const all = new Set([...old, ...trigramsOf(after)]);
    if (all.size > old.size) await this.replacements.request({ _id: id, version, trigrams: [...all] });
  }

  /** Adds what the entries of stored documents may lack. */
  async extend(documents: readonly Searchable[]): Promise<void> {
    const entries = documents.map(entryOf).filter(({ trigrams }) => trigrams.length > 0);
    if (entries.length > 0) await this.merge(entries);
  }

  /** Deletes the entries of documents that were deleted. */
  async remove(ids: readonly EntityId[]): Promise<void> {
    for (let at = 0; at < ids.length; at += BATCH)
      await this.entries.deleteMany({ _id: { $in: ids.slice(at, at + BATCH) } });
  }

  /** Builds the conditions of a search; empty if it has no term. */
  async filter(search: string | undefined, { prefix = '' }: SearchOptions = {}): Promise<QueryFilter<T>> {
    const terms = searchTermsOf(search);
    if (terms.length === 0) return {};
    const candidates = await this.candidates(new Set(terms.flatMap((term) => [...trigramsOf(term)])));
    return {
      ...(candidates && { _id: { $in: candidates } }),
      $and: terms.map((term) => ({ search_text: { $regex: prefix + patternOf(term) } })),
    } as QueryFilter<T>;
  }

  /** Ids of the documents that have all trigrams; undefined if they are unknown or too many. */
  private async candidates(trigrams: ReadonlySet<string>): Promise<EntityId[] | undefined> {
    if (trigrams.size === 0 || !this.isComplete()) return undefined;
    const $all = [...trigrams];
    return this.found.get(JSON.stringify($all), async () => {
      const filter = { trigrams: { $all } };
      const found = await this.entries.find(filter, { _id: 1 }, { limit: MAX_CANDIDATES + 1 }).lean();
      return found.length > MAX_CANDIDATES ? undefined : found.map(({ _id: id }) => id);
    });
  }

  private async insert(entries: readonly SearchEntry[]): Promise<void> {
    try {
      await retryWriteConflicts(() => this.entries.collection.insertMany(entries as never, { ordered: false }));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // An earlier attempt to insert the same document.
      await this.merge(entries);
    }
  }

  private async replace(entries: readonly SearchEntry[]): Promise<void> {
    const updates = entries.map(({ _id, version, trigrams }) => ({
      updateOne: { filter: { _id, version: { $lt: version } }, update: { $set: { version, trigrams } } },
    }));
    const { matchedCount } = await retryWriteConflicts(() => this.entries.bulkWrite(updates, { ordered: false }));
    // Of concurrent changes of one version, the text of any may be stored.
    if (matchedCount < entries.length) await this.merge(entries);
  }

  private async merge(entries: readonly SearchEntry[]): Promise<void> {
    const updates = entries.map(({ _id, version, trigrams }) => ({
      updateOne: {
        filter: { _id },
        update: { $max: { version }, $addToSet: { trigrams: { $each: trigrams } } },
        upsert: true,
      },
    }));
    for (let attempts = 1; ; attempts++) {
      try {
        await retryWriteConflicts(() => this.entries.bulkWrite(updates, { ordered: false }));
        return;
      } catch (error) {
        if (!isDuplicateKey(error) || attempts === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Whether all documents have entries. The first search starts the completion, and uses the
   * pattern alone until it is done.
   */
  private isComplete(): boolean {
    const isChecked =
      this.completion && (this.completion.startedAt > UPGRADED_AFTER_S || process.uptime() < UPGRADED_AFTER_S);
    // A failed attempt is repeated by a later search.
    const earlier = this.completion;
    if (!isChecked) void this.complete().catch(() => (this.completion = earlier));
    return this.completion?.isDone ?? false;
  }

  /**
   * Moves the trigrams that earlier releases stored in the documents to the index. Idempotent; a
   * document that changes concurrently is read again.
   */
  async complete(): Promise<void> {
    const completion = { startedAt: process.uptime(), isDone: this.completion?.isDone ?? false };
    this.completion = completion;
    const { collection } = this.model;
    const lacking = { search_trigrams: { $exists: true } };
    for (let moved = 0; ; moved += BATCH) {
      const rows = (await collection
        .find(lacking, { projection: { search_text: 1, version: 1 }, limit: BATCH })
        .toArray()) as unknown as Searchable[];
      if (rows.length === 0) {
        completion.isDone = true;
        if (moved > 0) await dropIndex(this.model, OLD_INDEX);
        return;
      }
      await this.extend(rows);
      const updates = rows.map(({ _id, version }) => ({
        updateOne: { filter: { _id, version }, update: { $unset: { search_trigrams: 1 } } },
      }));
      await retryWriteConflicts(() => collection.bulkWrite(updates as never, { ordered: false }));
    }
  }
}

function entryOf({ _id, version, search_text: text }: Searchable): SearchEntry {
  return { _id, version, trigrams: [...trigramsOf(text ?? '')] };
}
