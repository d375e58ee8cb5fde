/** Processor time of a process with all its children. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;
/** In `/proc/<pid>/stat` after the name: user and system time, and those of ended children. */
const FIRST_TIME_FIELD = 11;
const TIME_FIELDS = 4;

/** Seconds; undefined if the process has ended, or on systems without `/proc`. */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name is in parentheses, and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(FIRST_TIME_FIELD, FIRST_TIME_FIELD + TIME_FIELDS).map(Number);
    const own = times.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + (cpuSecondsOf(Number(child)) ?? 0), own);
  } catch {
    return undefined;
  }
}
