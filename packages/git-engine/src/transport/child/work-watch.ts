/** Decides when a process is idle, or works too long without output. */

/** Limits of a process. */
export interface WorkLimits {
  /** Milliseconds in which the process neither reads, writes nor uses the processor. */
  idleMs: number;
  /** Seconds of processor time without output. */
  maxSilentCpuSeconds: number;
}

/** What was observed since the last check. */
export interface Observation {
  /** Time of the check in milliseconds. */
  now: number;
  /** Processor time of the process until now; undefined if the system does not report it. */
  cpuSeconds: number | undefined;
  /** Whether the process has read or written, or others have delayed it. */
  hasTraffic: boolean;
  /** Whether the process has written more than progress. */
  hasOutput: boolean;
}

/** A silent process that has used this part of the time on a processor is not idle. */
const MIN_WORKING_SHARE = 0.05;

/** Watches one process from its start. */
export class WorkWatch {
  private trafficAt: number;
  private cpuAtTraffic = 0;
  private workAtOutput = 0;

  constructor(
    private readonly limits: WorkLimits,
    private readonly startedAt: number,
  ) {
    this.trafficAt = startedAt;
  }

  /** The limit that the process exceeds. */
  check({ now, cpuSeconds, hasTraffic, hasOutput }: Observation): 'idle' | 'cpu' | undefined {
    // Elapsed time is the upper bound of processor time.
    const work = cpuSeconds ?? (now - this.startedAt) / 1000;
    if (hasOutput) this.workAtOutput = work;
    if (work - this.workAtOutput > this.limits.maxSilentCpuSeconds) return 'cpu';
    if (hasTraffic || this.isWorking(now, cpuSeconds)) {
      this.trafficAt = now;
      this.cpuAtTraffic = cpuSeconds ?? 0;
    }
    return now - this.trafficAt > this.limits.idleMs ? 'idle' : undefined;
  }

  private isWorking(now: number, cpuSeconds: number | undefined): boolean {
    const isQuietLong = now - this.trafficAt > this.limits.idleMs / 2;
    const used = (cpuSeconds ?? 0) - this.cpuAtTraffic;
    return isQuietLong && used * 1000 > MIN_WORKING_SHARE * (now - this.trafficAt);
  }
}
