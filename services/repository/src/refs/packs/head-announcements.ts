/**
 * Announcements of entries to the other processes that serve the same repositories. A writer waits
 * until each of them has acknowledged its number, or until what they know has expired.
 */
import { CacheInvalidation } from '@forgemesh/cache';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import type { LogName } from './deps';
import { checkpointId } from './repository-checkpoint.model';

/**
 * What is announced: `<log>:<number>` for an entry, `<log>` for a repository that was replaced or
 * removed.
 */
type Announcement = string;

const entryAnnouncement = /^(\d+:[a-z]+):(\d+)$/;

/** What a process does with announcements. */
export interface HeadListener {
  /** A log has an entry. */
  onEntry: (log: string, seq: number) => void;
  /** A repository was replaced or removed as a whole. */
  onReplaced: (log: LogName) => void;
}

/** Timers may fire early. */
const MARGIN_MS = 10;

/** Times in milliseconds, if they differ from the usual ones. */
export interface AnnouncementTiming {
  /** Age at which what a process knows expires. */
  maxAgeMs: number;
  heartbeatMs?: number;
  settleMs?: number;
}

/** Options of the announcements of a process. */
export interface HeadAnnouncementsOptions {
  bus: EventBus;
  log: Logger;
  /** Name of the database, which all processes share. */
  database: string;
  listener: HeadListener;
  timing: AnnouncementTiming;
}

/** The announcements of one process. */
export class HeadAnnouncements {
  private readonly invalidation: CacheInvalidation<Announcement>;

  constructor({ bus, log, database, listener, timing }: HeadAnnouncementsOptions) {
    this.invalidation = new CacheInvalidation<Announcement>({
      bus,
      log,
      topic: `ref_log_${database}`,
      onInvalidate: (announcement) => receive(announcement, listener),
      ...timing,
      maxAgeMs: timing.maxAgeMs + MARGIN_MS,
    });
  }

  /** Whether announcements reach this process: of every entry before its writer acknowledges it. */
  mayCache(): boolean {
    return this.invalidation.mayCache();
  }

  /** Resolves when every process that serves repositories has the number. Never rejects. */
  announce(log: LogName, seq: number): Promise<void> {
    return this.invalidation.invalidate(`${checkpointId(log)}:${seq}`);
  }

  /** Resolves when no process uses the repository of before. Never rejects. */
  announceReplaced(log: LogName): Promise<void> {
    return this.invalidation.invalidate(checkpointId(log));
  }

  close(): void {
    this.invalidation.close();
  }
}

function receive(announcement: Announcement, { onEntry, onReplaced }: HeadListener): void {
  const [, log, seq] = entryAnnouncement.exec(announcement) ?? [];
  if (log !== undefined) return onEntry(log, Number(seq));
  const [id, kind] = announcement.split(':');
  onReplaced({ project_id: Number(id), kind: kind as LogName['kind'] });
}
