/** Addresses of hooks are sealed at rest: many of them hold a secret. */
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { HookDocument } from './hook.model';

const BATCH = 100;
/** An address that an earlier version stored as it is; no sealed text begins like this. */
const isPlain = /^https?:/i;

/** What opens secrets of hooks. */
export interface HookSecrets {
  hookBox: SecretBox;
}

/** The address of a hook. */
export function openUrl({ hookBox }: HookSecrets, { url }: Pick<HookDocument, 'url'>): string {
  return isPlain.test(url) ? url : hookBox.open(url);
}

/**
 * Seals the addresses that an earlier version stored as they are. Safe to repeat, and to run in
 * several processes.
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
