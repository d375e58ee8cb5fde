/** Encrypts the URLs of hooks at rest, because many contain a secret. */
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { HookDocument } from './hook.model';

const BATCH = 100;
/** A plain URL that an earlier version stored. No encrypted value starts like this. */
const isPlain = /^https?:/i;

/** Decrypts secrets of hooks. */
export interface HookSecrets {
  hookBox: SecretBox;
}

/** The URL of a hook, decrypted. */
export function openUrl({ hookBox }: HookSecrets, { url }: Pick<HookDocument, 'url'>): string {
  return isPlain.test(url) ? url : hookBox.open(url);
}

/**
 * Encrypts plain URLs that an earlier version stored. Idempotent, and safe to run in several
 * processes.
 */
export async function sealPlainUrls({ hooks, hookBox }: HookSecrets & { hooks: { model: Model<HookDocument> } }) {
  for (let after = 0; ;) {
    const rows = await hooks.model
      .find({ _id: { $gt: after }, url: { $regex: '^https?:', $options: 'i' } }, { url: 1 })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<Pick<HookDocument, '_id' | 'url'>[]>();
    for (const { _id, url } of rows) {
      await hooks.model.updateOne({ _id, url }, { $set: { url: hookBox.seal(url) } });
      after = _id;
    }
    if (rows.length < BATCH) return;
  }
}
