// Limits processes to a part of a core, by control groups of Linux (version 1 or 2).

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatError } from '../../lib/fail.ts';

const root = '/sys/fs/cgroup';
/** Version 1 has a hierarchy of its own for CPU time. */
const versionOne = join(root, 'cpu');
const PERIOD_US = 50_000;

export interface CpuLimit {
  /** Ends the limit. */
  remove: () => void;
}

/** Why limits cannot be set here; undefined if they can. */
export function reasonAgainstLimits(): string | undefined {
  try {
    limitCpu(`forgemesh-check-${process.pid}`, [], 1).remove();
    return undefined;
  } catch (error) {
    return `control groups cannot be created: ${formatError(error).split('\n')[0]}`;
  }
}

/**
 * Limits processes, and those that they start later.
 * @param name of a new control group
 * @param share of one core
 */
export function limitCpu(name: string, pids: number[], share: number): CpuLimit {
  const isVersionOne = existsSync(join(versionOne, 'cpu.cfs_quota_us'));
  const parent = isVersionOne ? versionOne : root;
  const folder = join(parent, name);
  if (!isVersionOne) writeFileSync(join(parent, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  const remove = () => {
    setQuota('unlimited');
    // With those that were started later.
    const members = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    members.forEach((pid) => moveProcess(Number(pid), parent));
    try {
      rmdirSync(folder);
    } catch (error) {
      // A process has just been started; the group has no limit any more.
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
    }
  };
  try {
    setQuota(Math.round(PERIOD_US * share));
    pids.forEach((pid) => moveProcess(pid, folder));
  } catch (error) {
    remove();
    throw error;
  }
  return { remove };

  function setQuota(quota: number | 'unlimited') {
    if (!isVersionOne) {
      const value = quota === 'unlimited' ? 'max' : quota;
      return writeFileSync(join(folder, 'cpu.max'), `${value} ${PERIOD_US}`);
    }
    writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota === 'unlimited' ? -1 : quota));
  }
}

/** A process that has ended is skipped. */
function moveProcess(pid: number, group: string) {
  try {
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
