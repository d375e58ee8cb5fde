/**
 * Announcements of entries to the other processes that serve the same repositories. A writer waits
 * until each of them has acknowledged its number, or until what they know has expired.
 */
import { CacheInvalidation } from '@forgemesh/cache';
import type { EventBus } from '@forgemesh/events';
import type { Logger } from '@forgemesh/telemetry';
import type { LogName } from './deps';
import { checkpointId } from './write-checkpoint';

/** What is announced: `<log>:<number>` for an entry, `<log>` for the end of a log. */
type Announcement = string;

const entryAnnouncement = /^(\d+:[a-z]+):(\d+)$/;

/** How a process hears of entries. */
export interface HeadListener {
  /** A log has an entry. */
  onEntry: (log: string, seq: number) => void;
  /** A log has ended, because its project was deleted. */
  onEnd: (log: LogName) => void;
}

/** Options of the announcements of a process. */
export interface HeadAnnouncementsOptions {
  bus: EventBus;
  log: Logger;
  /** Name of the database, which all processes share. */
  database: string;
  /** Age in milliseconds at which what a process knows expires. */
  maxAgeMs: number;
  listener: HeadListener;
}

/** The announcements of one process. */
export class HeadAnnouncements {
  private readonly invalidation: CacheInvalidation<Announcement>;

  constructor({ bus, log, database, maxAgeMs, listener }: HeadAnnouncementsOptions) {
    this.invalidation = new CacheInvalidation<Announcement>({
      bus,
      log,
      topic: `ref_log_${database}`,
      maxAgeMs,
      onInvalidate: (announcement) => receive(announcement, listener),
    });
  }

  /** Whether this process hears of every entry before its writer acknowledges it. */
  mayCache(): boolean {
    return this.invalidation.mayCache();
  }

  /** Resolves when every process that serves repositories knows of the entry. Never rejects. */
  announce(log: LogName, seq: number): Promise<void> {
    return this.invalidation.invalidate(`${checkpointId(log)}:${seq}`);
  }

  /** Resolves when every process knows that a log has ended. Never rejects. */
  announceEnd(log: LogName): Promise<void> {
    return this.invalidation.invalidate(checkpointId(log));
  }

  close(): void {
    this.invalidation.close();
  }
}

function receive(announcement: Announcement, { onEntry, onEnd }: HeadListener): void {
  const [, log, seq] = entryAnnouncement.exec(announcement) ?? [];
  if (log !== undefined) return onEntry(log, Number(seq));
  const [id, kind] = announcement.split(':');
  onEnd({ project_id: Number(id), kind: kind as LogName['kind'] });
}
