/**
 * Audits the packs in the object store: compares what it has with what checkpoints and entries of
 * the log name. What is named must exist with its size, and once in a while its digest is verified.
 * What nothing has named for the grace period is removed if the configuration says so.
 */
import { createHash } from 'node:crypto';
import { DAY_MS } from '@forgemesh/service/durations';
import { objectKey, type StoredObject } from '@forgemesh/objects';
import { PACKS } from '../pack-store';
import type { PackAuditDeps } from './deps';
import { findNeeded, listNamed, listNeeding, type NamedObjects } from './named-packs';
import type { ObjectCount, PackAudit } from './pack-audit.model';
import type { PackDamage, PackRecord } from './pack-record.model';
import { removeUnnamed } from './remove-unnamed';

/** How long an object stays after nothing names it any more, and after it was stored. */
export const GRACE_MS = 14 * DAY_MS;
/**
 * After a pause of this length, an object may have been named in between: its grace period begins
 * again.
 */
const MAX_PAUSE_MS = 3 * DAY_MS;
/** Days within which every digest is verified. */
const DIGEST_DAYS = 30;
/** Hexadecimal digits of a digest that decide on which of the days. */
const DAY_DIGITS = 8;

/** A part of the objects, and the time, which is a parameter for tests. */
interface Part {
  /** Two hexadecimal digits. */
  digits: string;
  now: number;
}

/** Audits the objects whose digests begin with two digits, and stores the result. */
export async function auditPart(deps: PackAuditDeps, part: Part): Promise<PackAudit> {
  const { digits, now } = part;
  // In this order: an object is stored before it is named.
  const stored = await listStored(deps, digits);
  const named = await listNamed(deps.packNaming, digits);
  const records = await listRecords(deps, digits);
  const damaged = await auditNamed(deps, part, { stored, named, records });
  const unnamed = [...stored.values()].filter(({ sha256 }) => !named.has(sha256));
  await forget(deps, { stored, named, records });
  const removable = await auditUnnamed(deps, now, unnamed, records);
  const removed = deps.packCollection === 'on' ? await remove(deps, now, removable, records) : [];
  const audit: PackAudit = {
    _id: digits,
    audited_at: new Date(now),
    stored: countOf([...stored.values()]),
    unnamed: countOf(unnamed),
    removable: countOf(removable),
    removed: countOf(removed),
    damaged,
  };
  await deps.packAudits.replaceOne({ _id: digits }, audit, { upsert: true });
  return audit;
}

interface ListedObject extends StoredObject {
  sha256: string;
}

interface Found {
  stored: Map<string, ListedObject>;
  named: NamedObjects;
  records: Map<string, PackRecord>;
}

async function listStored({ objects }: PackAuditDeps, digits: string): Promise<Map<string, ListedObject>> {
  const stored = new Map<string, ListedObject>();
  for await (const object of objects.list(`${PACKS}/${digits}/`)) {
    const sha256 = object.key.slice(object.key.lastIndexOf('/') + 1);
    stored.set(sha256, { ...object, sha256 });
  }
  return stored;
}

async function listRecords({ packRecords }: PackAuditDeps, digits: string): Promise<Map<string, PackRecord>> {
  const found = await packRecords.find({ _id: { $gte: digits, $lt: `${digits}g` } }).lean<PackRecord[]>();
  return new Map(found.map((record) => [record._id, record]));
}

/** Finds damage in what is named; returns the number of damaged objects. */
async function auditNamed(deps: PackAuditDeps, { now }: Part, { stored, named, records }: Found): Promise<number> {
  const absent = [...named.keys()].filter((sha256) => !stored.has(sha256));
  // Small packs are part of the documents that name them.
  const missing = await findNeeded(deps.packNaming, absent);
  let damaged = 0;
  for (const [sha256, size] of named) {
    if (!stored.has(sha256) && !missing.has(sha256)) continue;
    const known = records.get(sha256)?.damage;
    const damage = await findDamage(deps, { sha256, size, object: stored.get(sha256), known, now });
    if (damage) damaged += 1;
    if (damage === known) continue;
    if (damage) await reportDamage(deps, sha256, size, damage);
    else await deps.packRecords.updateOne({ _id: sha256 }, { $unset: { damage: 1 } });
  }
  return damaged;
}

interface Expected {
  sha256: string;
  size: number;
  /** What the store has. */
  object: ListedObject | undefined;
  /** Damage that was found before. */
  known: PackDamage | undefined;
  now: number;
}

async function findDamage(
  deps: PackAuditDeps,
  { sha256, size, object, known, now }: Expected,
): Promise<PackDamage | undefined> {
  // It may have been stored since the objects were listed.
  const found = object ?? (await deps.objects.stat(objectKey(PACKS, sha256)));
  if (!found) return 'missing';
  if (found.size !== size) return 'size';
  if (known !== 'digest' && !isDigestDue(sha256, now)) return undefined;
  return (await hasDigest(deps, sha256)) ? undefined : 'digest';
}

/** The days of an object are the same in each process, without a stored state. */
function isDigestDue(sha256: string, now: number): boolean {
  const day = Math.floor(now / DAY_MS) % DIGEST_DAYS;
  return Number.parseInt(sha256.slice(-DAY_DIGITS), 16) % DIGEST_DAYS === day;
}

async function hasDigest({ objects }: PackAuditDeps, sha256: string): Promise<boolean> {
  const opened = await objects.get(objectKey(PACKS, sha256));
  if (!opened) return false;
  const hash = createHash('sha256');
  for await (const chunk of opened.content) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}

/** Records damage, and lets the repositories be looked at soon, which may repair it. */
async function reportDamage(deps: PackAuditDeps, sha256: string, size: number, damage: PackDamage): Promise<void> {
  const repositories = await listNeeding(deps.packNaming, sha256);
  deps.log.error({ sha256, damage, repositories }, 'a pack of repositories is damaged');
  await deps.packRecords.updateOne({ _id: sha256 }, { $set: { size, damage } }, { upsert: true });
  for (const { project_id, kind } of repositories)
    await deps.packNaming.checkpoints.updateOne({ project_id, kind }, { $set: { examined_at: new Date(0) } });
}

/** Removes records that have become void: of objects that are named again, or do not exist. */
async function forget({ packRecords }: PackAuditDeps, { stored, named, records }: Found): Promise<void> {
  for (const [sha256, { unnamed_since, damage }] of records) {
    const unchanged = { _id: sha256, removing_at: { $exists: false } };
    if (named.has(sha256)) {
      if (unnamed_since) await packRecords.updateOne(unchanged, { $unset: { unnamed_since: 1, checked_at: 1 } });
      await packRecords.deleteOne({ ...unchanged, unnamed_since: { $exists: false }, damage: { $exists: false } });
    } else if (!stored.has(sha256) || damage) {
      await packRecords.deleteOne(unchanged);
      records.delete(sha256);
    }
  }
}

/** Notes what nothing names; returns what has not been named for the grace period. */
async function auditUnnamed(
  { packRecords, packCollection }: PackAuditDeps,
  now: number,
  unnamed: readonly ListedObject[],
  records: ReadonlyMap<string, PackRecord>,
): Promise<ListedObject[]> {
  if (packCollection === 'off') return [];
  const removable: ListedObject[] = [];
  for (const object of unnamed) {
    const { sha256, size, stored_at } = object;
    const { unnamed_since, checked_at } = records.get(sha256) ?? {};
    const isContinued = checked_at !== undefined && checked_at.getTime() >= now - MAX_PAUSE_MS;
    const since = isContinued && unnamed_since ? unnamed_since.getTime() : now;
    const update = {
      size,
      checked_at: new Date(now),
      // A writer may renew the time of a known object meanwhile.
      ...(since === now && { unnamed_since: new Date(now) }),
    };
    await packRecords.updateOne({ _id: sha256 }, { $set: update }, { upsert: true });
    if (Math.max(since, stored_at.getTime()) <= now - GRACE_MS) removable.push(object);
  }
  return removable;
}

async function remove(
  deps: PackAuditDeps,
  now: number,
  removable: readonly ListedObject[],
  records: ReadonlyMap<string, PackRecord>,
): Promise<ListedObject[]> {
  const removed: ListedObject[] = [];
  for (const object of removable) {
    const record = records.get(object.sha256);
    if (record && (await removeUnnamed(deps, record, now))) removed.push(object);
  }
  return removed;
}

function countOf(listed: readonly { size: number }[]): ObjectCount {
  return { objects: listed.length, bytes: listed.reduce((sum, { size }) => sum + size, 0) };
}
