/**
 * What the database records of uploads, written for many uploads together: a client sends hundreds
 * of objects, several at a time.
 */
import { CombinedCommands } from '@forgemesh/data';
import type { LfsPointer } from '@forgemesh/git-engine';
import { HOUR_MS } from '@forgemesh/service/durations';
import { LRUCache } from 'lru-cache';
import { scheduleMeasurements } from '#maintenance/statistics';
import type { RepositoryKey } from '#storage';
import type { UploadRecords, UploadRecordsDeps } from '../deps';
import { announceObject, announceObjects } from './announce-objects';
import { type ObjectLink, insertLinks } from './link-objects';

/**
 * How long an announcement serves uploads that begin: so much less than the grace period of an
 * object without a link that an upload ends within it.
 */
const ANNOUNCED_MS = HOUR_MS;
const MAX_ANNOUNCED = 20_000;
/** Uploads within this time share one measurement of their project. */
const MEASURE_DELAY_MS = 1_000;

/** Writes the records. */
export class GroupedUploadRecords implements UploadRecords {
  readonly pending: UploadRecords['pending'];
  /** Digests of objects that this process has announced. */
  private readonly announced = new LRUCache<string, true>({ max: MAX_ANNOUNCED, ttl: ANNOUNCED_MS });
  private readonly links: CombinedCommands<ObjectLink>;
  /** Projects whose measurement is not scheduled yet. */
  private unmeasured = new Map<number, RepositoryKey>();
  private timer: NodeJS.Timeout | undefined;
  private scheduling: Promise<void> = Promise.resolve();

  constructor(private readonly deps: UploadRecordsDeps) {
    this.pending = deps.pendingUploads;
    this.links = new CombinedCommands(async (links) => {
      await insertLinks(deps, links);
      return links.map(() => ({ status: 'fulfilled', value: undefined }));
    });
  }

  async announceAll(objects: readonly LfsPointer[]): Promise<void> {
    const news = new Map(objects.filter(({ oid }) => !this.announced.has(oid)).map((object) => [object.oid, object]));
    if (news.size === 0 || !(await announceObjects(this.deps, [...news.values()]))) return;
    for (const oid of news.keys()) this.announced.set(oid, true);
  }

  async announce(object: LfsPointer): Promise<void> {
    if (this.announced.has(object.oid)) return;
    await announceObject(this.deps, object);
    this.announced.set(object.oid, true);
  }

  link(projectId: number, { oid, size }: LfsPointer): Promise<void> {
    return this.links.request({ project_id: projectId, oid, size });
  }

  scheduleMeasurement(key: RepositoryKey): void {
    this.unmeasured.set(key.project_id, key);
    this.timer ??= setTimeout(() => this.flush(), MEASURE_DELAY_MS).unref();
  }

  close(): Promise<void> {
    this.flush();
    return this.scheduling;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const keys = [...this.unmeasured.values()];
    this.unmeasured = new Map();
    this.scheduling = this.scheduling.then(() => this.scheduleMeasurements(keys));
  }

  private async scheduleMeasurements(keys: readonly RepositoryKey[]): Promise<void> {
    try {
      await scheduleMeasurements(this.deps, keys);
    } catch (error) {
      this.deps.log.warn({ err: error }, 'repositories with new large files not measured');
    }
  }
}
