/** Minimum speed of clients: a slow one must not occupy resources for long. */

/** Limits of a transfer. Time in which this side does not wait for the client does not count. */
export interface PaceLimits {
  /** Maximum duration of the whole transfer in seconds. */
  seconds: number;
  /** Minimum average speed after the grace period, in bytes per second. */
  bytesPerSecond: number;
  /** Maximum pause of a client in seconds; 60 by default. */
  idleSeconds?: number;
  /**
   * The average counts after this time in seconds, so that short transfers and slow starts pass; 30
   * by default.
   */
  graceSeconds?: number;
}

/** Transferred bytes and elapsed time. */
export interface Progress {
  bytes: number;
  seconds: number;
  /** Seconds since the last byte. */
  idle: number;
}

const IDLE_SECONDS = 60;
const GRACE_SECONDS = 30;
/** Time between two checks in milliseconds, unless a limit is shorter. */
const CHECK_MS = 1000;

/** Whether a client exceeds the limits. */
export function isTooSlow(
  { bytes, seconds, idle }: Progress,
  { seconds: maxSeconds, bytesPerSecond, idleSeconds = IDLE_SECONDS, graceSeconds = GRACE_SECONDS }: PaceLimits,
): boolean {
  const isSlowOnAverage = seconds > graceSeconds && bytes < bytesPerSecond * seconds;
  return seconds > maxSeconds || idle > idleSeconds || isSlowOnAverage;
}

/** Measures how long a client is waited for, and calls `onSlow` once if it is too slow. */
export class PaceWatch {
  private bytes = 0;
  /** Milliseconds of all completed waits. */
  private waitedMs = 0;
  private waitingSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly limits: PaceLimits,
    private readonly onSlow: () => void,
  ) {}

  /** This side now waits for the client. */
  beginWait(): void {
    this.waitingSince ??= performance.now();
    // Most transfers never wait for their client.
    if (!this.isStopped) this.timer ??= setInterval(() => this.check(), checkInterval(this.limits)).unref();
  }

  /** The client has taken or sent bytes. */
  endWait(bytes: number): void {
    this.bytes += bytes;
    if (this.waitingSince === undefined) return;
    this.waitedMs += performance.now() - this.waitingSince;
    this.waitingSince = undefined;
  }

  /** Ends the watch. */
  stop(): void {
    this.isStopped = true;
    clearInterval(this.timer);
  }

  private check(): void {
    if (this.waitingSince === undefined) return;
    const idleMs = performance.now() - this.waitingSince;
    const progress = { bytes: this.bytes, seconds: (this.waitedMs + idleMs) / 1000, idle: idleMs / 1000 };
    if (!isTooSlow(progress, this.limits)) return;
    this.stop();
    this.onSlow();
  }
}

/** Short limits are checked more often. */
function checkInterval({ seconds, idleSeconds = IDLE_SECONDS, graceSeconds = GRACE_SECONDS }: PaceLimits): number {
  return Math.max(10, Math.min(CHECK_MS, 250 * seconds, 250 * idleSeconds, 250 * graceSeconds));
}
