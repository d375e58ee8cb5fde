/**
 * Re-seals stored secrets after a rotation of `FORGE_SECRET` (`new,old`), and reports when the
 * older keys are no longer needed.
 *
 * While older keys are configured, a job scans the declared collections every ten minutes. Digests
 * of tokens cannot be recomputed without the token: services replace them when a token is used, and
 * the job counts the remaining ones.
 */
import { SecretRotationServiceDefinition, type SecretRotation } from '@forgemesh/proto/api/v1/secret_rotation';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';
import { internalOperation, type ResponseOf, type BoundOperation } from '@forgemesh/rpc';
import type { Schedule } from './schedule';
import { keyIdsOf, type SecretBox } from '@forgemesh/security';

const CHECK_INTERVAL_MS = 60 * 1000;
const PASS_INTERVAL_MS = 10 * 60 * 1000;
/** Processes that were started before the rotation may seal with an older key for this long. */
const SETTLE_MS = 10 * 60 * 1000;
const MAX_COUNTED = 100_000;

type Row = Record<string, unknown>;

/** Sealed values in a collection. */
export interface SealedSecrets {
  collection: string;
  box: SecretBox;
  /** Fields of a document that may hold a sealed value; a nested path has dots. */
  paths: readonly string[] | ((document: Row) => string[]);
  /** Projection of the query. */
  projection?: Record<string, 1>;
  /** Fields that are derived from an opened value, such as its digest. */
  derive?: (opened: string) => Row;
}

/** Documents with a digest whose key is named in `digest_key`. */
export interface DigestedSecrets {
  collection: string;
  /** Selects the documents that are still in use. */
  filter: () => Row;
}

/** Data that a service stores under `FORGE_SECRET`. */
export interface StoredSecrets {
  sealed?: readonly SealedSecrets[];
  digested?: readonly DigestedSecrets[];
}

interface RotationDocument {
  _id: string;
  key_id: string;
  /** When a process first ran with this key as the current one. */
  first_seen_at: Date;
  checked_at: Date | null;
  /** Results of the last pass: re-sealed values, unreadable values, and counted digests. */
  resealed: number;
  unreadable: number;
  digests_left: number;
  older_keys_needed: boolean;
}

/** Options of a rotation. */
export interface SecretRotationOptions {
  connection: Connection;
  service: string;
  /** `FORGE_SECRET` of the service. */
  secret: string;
  stored: StoredSecrets;
  log: Logger;
  now?: () => number;
}

const STATE_ID = 'state';

/** The rotation of the secret in one service. */
export class Rotation {
  private readonly keyIds: string[];
  private readonly states: Model<RotationDocument>;
  private readonly now: () => number;

  constructor(private readonly options: SecretRotationOptions) {
    this.keyIds = keyIdsOf(options.secret);
    this.now = options.now ?? Date.now;
    this.states = options.connection.model<RotationDocument>(
      'secret_rotations',
      new Schema<RotationDocument>(
        {
          _id: String,
          key_id: String,
          first_seen_at: Date,
          checked_at: Date,
          resealed: Number,
          unreadable: Number,
          digests_left: Number,
          older_keys_needed: Boolean,
        },
        { versionKey: false, collection: 'secret_rotations' },
      ),
    );
  }

  /** Runs a pass if one is due. */
  async run(): Promise<void> {
    const [keyId = '', ...olderKeyIds] = this.keyIds;
    const state = await this.stateOf(keyId);
    if (olderKeyIds.length === 0) return;
    const startedAt = this.now();
    const isSettled = startedAt - state.first_seen_at.getTime() >= SETTLE_MS;
    const lastAt = state.checked_at?.getTime() ?? 0;
    const wasClean = state.resealed === 0 && state.unreadable === 0;
    if (wasClean && startedAt - lastAt < PASS_INTERVAL_MS) return;
    const { resealed, unreadable } = await this.reseal();
    const digestsLeft = await this.countDigests(keyId);
    const isNeeded = !isSettled || resealed > 0 || unreadable > 0 || digestsLeft > 0;
    const found = { resealed, unreadable, digests_left: digestsLeft, older_keys_needed: isNeeded };
    await this.states.updateOne({ _id: STATE_ID }, { $set: { ...found, checked_at: new Date(startedAt) } });
    const facts = { key_id: keyId, older_key_ids: olderKeyIds, resealed, unreadable, digests_left: digestsLeft };
    if (unreadable > 0) this.options.log.error(facts, 'no key of FORGE_SECRET opens some stored secrets');
    else if (isNeeded) this.options.log.info(facts, 'older keys of FORGE_SECRET are still needed');
    else if (state.older_keys_needed) this.options.log.info(facts, 'older keys of FORGE_SECRET can be removed');
  }

  /** Returns the state for administrators. */
  async describe(): Promise<ResponseOf<SecretRotation>> {
    const [keyId = '', ...olderKeyIds] = this.keyIds;
    const state = await this.states.findById(STATE_ID).lean();
    const isChecked = state?.key_id === keyId && state.checked_at !== null && olderKeyIds.length > 0;
    return {
      service: this.options.service,
      key_id: keyId,
      older_key_ids: olderKeyIds,
      checked_at: isChecked ? (state.checked_at?.toISOString() ?? null) : null,
      unreadable: isChecked ? state.unreadable : 0,
      tokens_left: isChecked ? state.digests_left : 0,
      older_keys_needed: olderKeyIds.length > 0 && (!isChecked || state.older_keys_needed),
    };
  }

  private async stateOf(keyId: string): Promise<RotationDocument> {
    const existing = await this.states.findById(STATE_ID).lean();
    if (existing?.key_id === keyId) return existing;
    const initial = {
      key_id: keyId,
      first_seen_at: new Date(this.now()),
      checked_at: null,
      resealed: 0,
      unreadable: 0,
      digests_left: 0,
      older_keys_needed: true,
    };
    await this.states.updateOne({ _id: STATE_ID }, { $set: initial }, { upsert: true });
    return { _id: STATE_ID, ...initial };
  }

  private async reseal(): Promise<{ resealed: number; unreadable: number }> {
    let resealed = 0;
    let unreadable = 0;
    for (const secrets of this.options.stored.sealed ?? []) {
      const collection = this.options.connection.collection(secrets.collection);
      const { projection } = secrets;
      for await (const document of collection.find({}, { ...(projection && { projection }), sort: { _id: 1 } })) {
        for (const change of changesOf(document, secrets)) {
          if (change === 'unreadable') unreadable++;
          else {
            // Written only if nobody has changed the value in the meantime.
            const { matchedCount } = await collection.updateOne(
              { _id: document._id, ...change.before },
              { $set: change.after },
            );
            resealed += matchedCount;
          }
        }
      }
    }
    return { resealed, unreadable };
  }

  private async countDigests(keyId: string): Promise<number> {
    let count = 0;
    for (const { collection, filter } of this.options.stored.digested ?? []) {
      const old = { ...filter(), digest_key: { $ne: keyId } };
      count += await this.options.connection.collection(collection).countDocuments(old, { limit: MAX_COUNTED });
    }
    return count;
  }
}

type SealedChange = { before: Row; after: Row } | 'unreadable';

function changesOf(document: Row, { box, paths, derive }: SealedSecrets): SealedChange[] {
  return (typeof paths === 'function' ? paths(document) : paths).flatMap((path): SealedChange[] => {
    const sealed = valueAt(document, path);
    if (!box.isSealed(sealed) || box.isCurrent(sealed)) return [];
    try {
      const opened = box.open(sealed);
      return [{ before: { [path]: sealed }, after: { [path]: box.seal(opened), ...derive?.(opened) } }];
    } catch {
      return ['unreadable'];
    }
  });
}

function valueAt(document: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as Row)[name] : undefined),
      document,
    );
}

/** Creates the job of a rotation, and the operation that describes it. */
export function rotationParts<Deps>(
  service: string,
  rotation: Rotation,
): { schedule: Schedule<Deps>; operations: BoundOperation<Deps>[] } {
  return {
    schedule: { name: `${service}-reseal-secrets`, everyMs: CHECK_INTERVAL_MS, run: () => rotation.run() },
    operations: [
      internalOperation(
        SecretRotationServiceDefinition.getSecretRotation,
        () => rotation.describe() as Promise<SecretRotation>,
      ),
    ],
  };
}
