/** Audits all packs of the object store once a day, spread over the day. */
import { DAY_MS, MINUTE_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import { auditPart } from './audit-packs';
import type { PackAuditDeps } from './deps';
import type { ObjectCount, PackAudit } from './pack-audit.model';
import { finishRemovals } from './remove-unnamed';

/** Two digits of the digests divide the objects into parts. */
const PARTS = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
/** So often that all parts are audited within a day. */
const INTERVAL_MS = 5 * MINUTE_MS;
/** Parts at once at most, so that the first audits and those after a pause are spread, too. */
const MAX_PARTS = 4;

/**
 * Runs the audits periodically. The time of each audit is stored, so that they continue after a
 * restart.
 */
export const auditPacks: Schedule<PackAuditDeps> = {
  name: 'repository-pack-audits',
  everyMs: INTERVAL_MS,
  run: (deps) => auditDue(deps),
};

/** Audits the parts that are due. The limits are parameters for tests. */
export async function auditDue(
  deps: PackAuditDeps,
  { now = Date.now(), maxParts = MAX_PARTS }: { now?: number; maxParts?: number } = {},
): Promise<void> {
  await finishRemovals(deps, now);
  const recent = await deps.packAudits
    .find({ audited_at: { $gt: new Date(now - DAY_MS) } }, { _id: 1 })
    .lean<Pick<PackAudit, '_id'>[]>();
  const done = new Set(recent.map(({ _id }) => _id));
  for (const digits of PARTS.filter((part) => !done.has(part)).slice(0, maxParts)) {
    const { removable, removed } = await auditPart(deps, { digits, now });
    if (removable.objects > 0)
      deps.log.info({ digits, removable, removed, mode: deps.packCollection }, 'packs that no repository needs');
  }
}

/** The results of the last audits of all parts. */
export type PackTotals = Omit<PackAudit, '_id' | 'audited_at'> & {
  /** The oldest of the last audits; null until all parts were audited. */
  audited_at: Date | null;
};

/** Sums the results of the last audits. */
export async function sumAudits({ packAudits }: { packAudits: Model<PackAudit> }): Promise<PackTotals> {
  const audits = await packAudits.find().lean<PackAudit[]>();
  const sum = (countOf: (audit: PackAudit) => ObjectCount): ObjectCount => ({
    objects: audits.reduce((total, audit) => total + countOf(audit).objects, 0),
    bytes: audits.reduce((total, audit) => total + countOf(audit).bytes, 0),
  });
  const times = audits.map(({ audited_at }) => audited_at.getTime());
  return {
    stored: sum(({ stored }) => stored),
    unnamed: sum(({ unnamed }) => unnamed),
    removable: sum(({ removable }) => removable),
    removed: sum(({ removed }) => removed),
    damaged: audits.reduce((total, { damaged }) => total + damaged, 0),
    audited_at: audits.length < PARTS.length ? null : new Date(Math.min(...times)),
  };
}

/** Adds the metrics of the audits. */
export function measureAudits(metrics: Metrics, deps: { packAudits: Model<PackAudit> }): void {
  const states = ['stored', 'unnamed', 'removable', 'removed'] as const;
  const measureStates =
    (unit: keyof ObjectCount) =>
    async (set: (labels: { state: string }, value: number) => void): Promise<void> => {
      const totals = await sumAudits(deps);
      for (const state of states) set({ state }, totals[state][unit]);
    };
  addMeasuredGauge(metrics, {
    name: 'forge_packs_objects',
    help: 'Packs in the object store at the last audits: all, those that no repository names, those that may be removed, and those that were',
    labelNames: ['state'],
    measure: measureStates('objects'),
  });
  addMeasuredGauge(metrics, {
    name: 'forge_packs_bytes',
    help: 'Bytes of the packs that forge_packs_objects counts',
    labelNames: ['state'],
    measure: measureStates('bytes'),
  });
  addMeasuredGauge(metrics, {
    name: 'forge_packs_damaged',
    help: 'Packs that a repository needs and that are missing in the object store or differ from their digest',
    labelNames: [],
    async measure(set) {
      set({}, (await sumAudits(deps)).damaged);
    },
  });
}
