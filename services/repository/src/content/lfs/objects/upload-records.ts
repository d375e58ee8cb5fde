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
import type { UploadRecordsDeps } from '../deps';
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
export class UploadRecords {
  /** Digests of objects that this process has announced. */
  private readonly announced = new LRUCache<string, true>({ max: MAX_ANNOUNCED, ttl: ANNOUNCED_MS });
  private readonly links: CombinedCommands<ObjectLink>;
  /** Projects whose measurement is not scheduled yet. */
  private unmeasured = new Map<number, RepositoryKey>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: UploadRecordsDeps) {
    this.links = new CombinedCommands(async (links) => {
      await insertLinks(deps, links);
      return links.map(() => ({ status: 'fulfilled', value: undefined }));
    });
  }

  /**
   * Announces objects before their uploads, unless one of them is being removed: then each upload
   * announces its own object.
   */
  async announceAll(objects: readonly LfsPointer[]): Promise<void> {
    const news = new Map(objects.filter(({ oid }) => !this.announced.has(oid)).map((object) => [object.oid, object]));
    if (news.size === 0 || !(await announceObjects(this.deps, [...news.values()]))) return;
    for (const oid of news.keys()) this.announced.set(oid, true);
  }

  /**
   * Announces an object, unless that has been done: until it has a link, it stays for at least the
   * grace period. Throws UnavailableError while the object is being removed.
   */
  async announce(object: LfsPointer): Promise<void> {
    if (this.announced.has(object.oid)) return;
    await announceObject(this.deps, object);
    this.announced.set(object.oid, true);
  }

  /** Links an object to a project. When this resolves, the link is stored. */
  link(projectId: number, { oid, size }: LfsPointer): Promise<void> {
    return this.links.request({ project_id: projectId, oid, size });
  }

  /**
   * Schedules a measurement of a project after a short time. If the process dies within it, the
   * next push does so.
   */
  scheduleMeasurement(key: RepositoryKey): void {
    this.unmeasured.set(key.project_id, key);
    this.timer ??= setTimeout(() => void this.scheduleMeasurements(), MEASURE_DELAY_MS).unref();
  }

  /** Schedules the measurements that are waiting. */
  async close(): Promise<void> {
    if (this.unmeasured.size > 0) await this.scheduleMeasurements();
  }

  private async scheduleMeasurements(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const keys = [...this.unmeasured.values()];
    this.unmeasured = new Map();
    try {
      await scheduleMeasurements(this.deps, keys);
    } catch (error) {
      this.deps.log.warn({ err: error }, 'repositories with new large files not measured');
    }
  }
}
