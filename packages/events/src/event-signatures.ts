/**
 * Signatures of events: a service signs the bytes of each event with its own Ed25519 key, and
 * consumers accept an event only from the service that owns its type. So a process with access to
 * the event bus cannot forge events of another service.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Connection } from 'mongoose';
import { reloadOnChange } from '@forgemesh/security';

/** Message header with the signature of the data, base64url. */
export const SIGNATURE_HEADER = 'Forge-Signature';

/** Signs events on behalf of one service. */
export interface EventSigner {
  /** Returns the signature of the bytes of an event, base64url. */
  sign(data: Uint8Array): string;
}

/**
 * Creates a signer from the private key in a PEM file, which may be replaced while the process
 * runs.
 */
export function createEventSigner(keyFile: string): EventSigner {
  const key = reloadOnChange([keyFile], () => createPrivateKey(readFileSync(keyFile)));
  return { sign: (data) => sign(null, data, key()).toString('base64url') };
}

/**
 * Time in which processes of an earlier version may publish unsigned events, in a database that
 * existed before events were signed.
 */
const UPGRADE_MS = 3_600_000;

/**
 * Returns the time since which all events are signed, as stored by the first verifying process of a
 * service.
 */
export async function readSignedSince(connection: Connection): Promise<Date> {
  const facts = connection.collection<{ _id: string; at: Date }>('event_signatures');
  const stored = await facts.findOne({ _id: 'signed_since' });
  if (stored) return stored.at;
  const isUpgrade = (await connection.collection('sequences').findOne({})) !== null;
  const at = new Date(Date.now() + (isUpgrade ? UPGRADE_MS : 0));
  await facts.updateOne({ _id: 'signed_since' }, { $setOnInsert: { at } }, { upsert: true });
  return (await facts.findOne({ _id: 'signed_since' }))?.at ?? at;
}
